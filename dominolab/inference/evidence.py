"""``h.evidence``: every public fact in a sentence, what it rules out, and how much the answer changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from dominolab.engine.moves import Draw, Event, Pass, seat_name
from dominolab.engine.tiles import Hand, Tile, tile_number
from dominolab.inference.answer import Answer
from dominolab.inference.steps import (
    ACQUIRE,
    APART,
    AWAY,
    CALL,
    DENY,
    HOLD,
    NEED,
    NOTHING,
    PLAY,
    SHOWN,
    STANDS,
    YARD,
    Step,
    bits,
)
from dominolab.messages import Sentence, later

if TYPE_CHECKING:
    from dominolab.inference.holdings import Holdings

FACTS = (DENY, APART, NEED, HOLD)  # steps that the answer can be counted without; the others are its frame


@dataclass(frozen=True)
class Fact:
    """One thing that was seen. ``str(fact)`` is its sentence, in the language in force."""

    number: int | None
    """Place of the event in ``view.log``; None for the start, a showing at the end, and what is supposed."""
    seat: int
    """Whose hand it is about."""
    kind: str
    """``call``, ``draw``, ``pass``, ``play``, ``second``, ``shown``, ``supposed``; ``nothing``: it proves nothing."""
    sentence: Sentence
    rules_out: Hand
    """The unseen tiles that the hand did not hold then (empty for facts about pairs and for what proves nothing)."""
    source: tuple[_Chain, int, int] = field(repr=False, compare=False)
    """Where the counts come from: the chain of answers, with so many steps before and after this fact."""

    def __str__(self) -> str:
        """Say it."""
        return str(self.sentence)

    @property
    def kept(self) -> Fraction:
        """The share of the deals that fit all earlier facts and also fit this one (1: it says nothing new)."""
        chain, before, after = self.source
        return Fraction(chain.answer(after).total, chain.answer(before).total)

    @property
    def change(self) -> Fraction:
        """The most that any tile's probability to be at any place changed by this fact, all earlier ones known."""
        chain, before, after = self.source
        return chain.change(before, after)


class _Chain:
    """The answers with the first 0, 1, 2, ... facts known; counts, plays and draws are known in all of them."""

    def __init__(self, told: Sequence[Step], pool: int, *, newest: bool) -> None:
        """Keep what is needed to count any of them when asked."""
        self.told, self.pool, self.newest = told, pool, newest
        self._answers: dict[int, Answer] = {}

    def answer(self, facts: int) -> Answer:
        """Return the answer with so many facts known."""
        if facts not in self._answers:
            kept, seen = [], 0
            for step in self.told:
                if step.kind in FACTS:
                    seen += 1
                    if seen > facts:
                        continue
                kept.append(step)
            self._answers[facts] = Answer(kept, self.pool, newest=self.newest)
        return self._answers[facts]

    def change(self, before: int, after: int) -> Fraction:
        """Return the largest change of a probability between two answers."""
        if before == after:
            return Fraction(0)
        one, two = self.answer(before), self.answer(after)
        most = Fraction(0)
        for tile in bits(self.pool):
            a, b = one.ways[tile], two.ways[tile]
            for owner in {*a, *b}:
                change = Fraction(a.get(owner, 0), one.total) - Fraction(b.get(owner, 0), two.total)
                most = max(most, abs(change))
        return most


class Reader:
    """Puts the steps of holdings into words."""

    def __init__(self, h: Holdings) -> None:
        """Take the steps as they were counted."""
        self.h, self.log = h, h.view.log
        self.told = h.answer.steps
        self.chain = _Chain(self.told, h.story.pool, newest=h.answer.newest)

    @cached_property
    def facts(self) -> list[Fact]:
        """All facts in the order of time."""
        return list(self._facts())

    def _facts(self) -> Iterator[Fact]:
        """Go through steps and events together."""
        seen, i = 0, 0
        told = self.told
        while i < len(told):
            same = 1
            while i + same < len(told) and _one_fact(told[i], told[i + same]):
                same += 1
            steps = told[i : i + same]
            known = seen + sum(step.kind in FACTS for step in steps)
            fact = self._fact(steps, (self.chain, seen, known))
            if fact is not None:
                yield fact
            seen, i = known, i + same

    def _fact(self, steps: Sequence[Step], source: tuple[_Chain, int, int]) -> Fact | None:
        """Return the fact of a few steps that belong together, or None for what needs no words."""
        step = steps[0]
        event = self.log[step.event] if 0 <= step.event < len(self.log) else None
        mask = 0
        if step.kind == ACQUIRE:
            return None
        if step.kind == NOTHING:
            kind, sentence = "nothing", self._nothing(step, event)
        elif step.kind == PLAY and event is not None:
            kind, sentence = "play", self._laid(step, event)
        elif step.kind in (DENY, APART):
            kind, sentence, mask = self._denied(steps, event)
        elif step.kind == NEED:
            kind = "second"
            sentence = later(
                "{event}: the first of two tiles; {seat} holds a second one to lay: {tiles}",
                event=_event(step.event, event),
                seat=owner_name(step.seat),
                tiles=_tiles(step.what & self.h.story.pool),
            )
        else:
            kind, sentence = self._held(steps)
        number = step.event if event is not None and kind not in ("call", "shown", "supposed") else None
        return Fact(number, step.seat, kind, sentence, Hand(mask & self.h.story.pool), source)

    def _held(self, steps: Sequence[Step]) -> tuple[str, Sentence]:
        """Return kind and sentence of a fact that puts tiles into a hand."""
        step, seat = steps[0], owner_name(steps[0].seat)
        tiles = Hand(sum(1 << s.what for s in steps))
        if step.cause == CALL:
            return "call", later("{seat} was dealt {tile}: it answered the call", seat=seat, tile=tiles)
        if step.cause == SHOWN:
            return "shown", later("{seat} showed {tiles}", seat=seat, tiles=tiles)
        return "supposed", later("suppose that {seat} holds {tiles}", seat=seat, tiles=tiles)

    def _nothing(self, step: Step, event: Event | None) -> Sentence:
        """Return the sentence of an action that proves nothing."""
        did = _event(step.event, event)
        if step.cause == STANDS:
            return later("{event} broke a rule and was let stand: it proves nothing", event=did)
        return later("{event}: an able player could have done the same: it proves nothing", event=did)

    def _laid(self, step: Step, event: Event) -> Sentence:
        """Return the sentence of a play: where the tile came from, as far as that follows without counting."""
        did = _event(step.event, event)
        came = [s for s in self.told if s.kind == ACQUIRE]  # in the order of the slots
        slot = self._settled.get(step.what)
        drawn = any(s.seat == step.seat and -1 < s.event < step.event for s in came)
        if not drawn or (slot is not None and came[slot].event < 0):
            return later("{event}: the tile was dealt", event=did)
        if slot is None:
            return later("{event}: the tile was dealt or drawn before", event=did)
        number = came[slot].event
        return later("{event}: the tile was drawn at {draw}", event=did, draw=_event(number, self.log[number]))

    @cached_property
    def _settled(self) -> dict[int, int]:
        """The slot of every tile that can have been in one only (known only where a hand needs no cases)."""
        if len(self.h.answer.counted) != 1:
            return {}
        fixed = self.h.answer.counted[0][1].reduced.fixed
        return {tile: slot for slot, tiles in fixed for tile in bits(tiles)}

    def _denied(self, steps: Sequence[Step], event: Event | None) -> tuple[str, Sentence, int]:
        """Return kind, sentence and mask of a fact that rules tiles out of one hand or several."""
        step = steps[0]
        seat = owner_name(step.seat)
        if step.cause == CALL:
            tile = tile_number(step.ends[0])
            return (
                "call",
                later(
                    "the call found {tile} with {leader}: {seat} was dealt nothing called before it",
                    tile=tile,
                    leader=seat_name(self.h.view.start.leader),
                    seat=seat,
                ),
                step.what,
            )
        if event is None or not isinstance(event.move, (Draw, Pass)):
            return (
                "supposed",
                later("suppose that {seat} holds none of {tiles}", seat=seat, tiles=_tiles(step.what)),
                step.what,
            )
        kind = "draw" if isinstance(event.move, Draw) else "pass"
        did = _event(step.event, event)
        if step.kind == APART:
            return (
                kind,
                later(
                    "{event} with {ends} open: {seat} held no two tiles that make a turn together",
                    event=did,
                    ends=_numbers(step.ends),
                    seat=seat,
                ),
                0,
            )
        if not step.ends:
            return (
                kind,
                later(
                    "{event} before the line began: {seat} did not hold {tiles}",
                    event=did,
                    seat=seat,
                    tiles=_tiles(step.what),
                ),
                step.what,
            )
        return (
            kind,
            later(
                "{event} with {ends} open: {seat} held no tile that fits",
                event=did,
                ends=_numbers(step.ends),
                seat=seat,
            ),
            step.what,
        )


def owner_name(owner: int) -> Sentence | str:
    """Return a seat's letter, or the name of the place."""
    return {YARD: later("the boneyard"), AWAY: later("what is out of play")}.get(owner) or seat_name(owner)


def _one_fact(one: Step, two: Step) -> bool:
    """Return whether two steps are told in one sentence."""
    return one.kind == two.kind == HOLD and (one.seat, one.event, one.cause) == (two.seat, two.event, two.cause)


def _event(number: int, event: Event | None) -> Sentence | str:
    """Return an event with its number, counted from 1."""
    return "" if event is None else later("event {n} ({event})", n=number + 1, event=event)


def _numbers(ends: tuple[int, ...]) -> str:
    """Return open numbers as text."""
    return ", ".join(map(str, ends))


def _tiles(mask: int) -> Hand | str:
    """Return the tiles of a mask, shortened where there are very many."""
    hand = Hand(mask)
    return hand if len(hand) < 16 else " ".join(map(str, list[Tile](hand)[:15])) + " …"
