"""Spanish is complete: every sentence of the code, with the same places, compiled from the catalogue that is committed."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from dominolab.errors import DominoError
from dominolab.messages import Sentence, count, language, later, later_count, say, speaking

TOOL = Path(__file__).resolve().parents[2] / "tools" / "catalogue.py"
# Sentences that are chosen at run time; what they can be is listed in the tool's `chosen`.
HIDDEN = {
    ".value)": "the ends, left to down",
    "say(over)": "how a round ended",
    "say(self.end.kind)": "how a round ended",
    "summary)": "the presets",
    "count(counts, ": "the law's own count, of pips",
}


@pytest.fixture(scope="module")
def tool():
    spec = importlib.util.spec_from_file_location("catalogue", TOOL)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_sentence_has_its_spanish_with_the_same_places_and_is_compiled(tool):
    assert tool.problems() == []


def test_the_tool_finds_sentences_of_all_sorts(tool):
    found = {sentence.message for sentence in tool.sentences()}
    assert {"the boneyard is empty", ("{n} tile", "{n} tiles"), "Legal moves", "Name:", "left"} <= found
    assert len(found) > 900


def test_a_sentence_that_is_chosen_at_run_time_is_known_to_the_tool(tool):
    assert [place for place in tool.hidden() if not any(known in place for known in HIDDEN)] == []


def test_the_tool_notices_another_place(tool):
    assert tool.places_in("{n:+d} of {name!r}") == ["n!None:+d", "name!r:"]
    assert tool.places_in("{a}") != tool.places_in("{b}")


def test_plurals_follow_the_number_in_both_languages():
    words = [count("{n} tile", "{n} tiles", n) for n in (0, 1, 2)]
    with speaking("es"):
        words += [count("{n} tile", "{n} tiles", n) for n in (0, 1, 2)]
    assert words == ["0 tiles", "1 tile", "2 tiles", "0 fichas", "1 ficha", "2 fichas"]


def test_a_sentence_for_later_follows_the_language():
    sentence = later("{some} and {last}", some=later("left"), last=later_count("{n} tile", "{n} tiles", 1))
    assert str(sentence) == "left and 1 tile"
    with speaking("es"):
        assert str(sentence) == "izquierda y 1 ficha"
    assert language() == "en"
    assert isinstance(sentence, Sentence)


def test_the_language_comes_back_after_an_error():
    with pytest.raises(ZeroDivisionError), speaking("es"):
        1 / 0  # noqa: B018 - an error is wanted
    assert say("left") == "left"


def test_a_language_that_is_not_there_is_refused():
    with pytest.raises(DominoError, match="xx"):
        language("xx")
