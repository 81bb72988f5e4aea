"""A game on paper: the notation, its reader and writer, and everything a record can tell.

Reading, and what was wrong (the reader never raises on content)::

    rec = dl.read("game.domino")             # the first match; dl.read_all(path) streams all; dl.parse(text) -> list
    for problem in rec.problems:             # Problem(line, column, code, severity, message, hint, consequent, also)
        print(problem)                       # 4:3: error: 7-6 is not in a double-6 set [outside-set]

The data: match -> rounds -> a tree of actions::

    rec.rules, rec.players, rec.tags         # Rules, {0: "Ana"}, [Tag(name, value)]; rec.tag("Date"), rec.set_tag(...)
    rnd = rec.rounds[0]
    rnd.setup                                # Setup: number, leader, dealt, yard, set_tile, or a given position
    rnd.actions                              # the main line: Action(seat, move, tile, glyph, comments, stands, apart)
    rnd.shown, rnd.ending                    # hands shown at the end; Ending(kind, points, totals)
    rnd.rest                                 # text that could not be followed, kept as written

    node = rnd.root                          # the start; then node.next, node.variations (main line first), node.parent
    branch = rnd.actions[3].parent.add_variation("A 6-2>")       # in place of action 3
    branch.add_variation("B 5-4<"); branch.parent.promote(branch)
    node.comments, node.comment, node.commands                   # as written; the words; {"wp": "0.58"}
    rnd.actions[3].glyph = "?!"; rnd.actions[3].set_command("wp", 0.58)
    rec.check()                              # the problems of the record as it is now

What the table looked like (index ``i`` is after ``i`` actions)::

    rnd.positions[12]                        # Positions; empty unless all tiles are known
    rnd.views(0)[12]                         # what seat A knew; views(None): a spectator
    rnd.position_at(branch), rnd.view_at(branch, 0)              # anywhere in the tree
    dl.holdings(rnd.views(0)[12], let_stand=rnd.let_stand)       # wrong actions let stand prove nothing

Making and writing::

    rec = dl.Record("classic players=2", players={0: "Ana", 1: "Ben"})
    rec.add(position)                        # a Position or View with its history becomes a round, scored
    dl.write(rec, "game.domino")             # atomic; .jsonl writes the JSON twin; several records: a list of them
    str(rec)                                 # canonical text
    dl.project(rec, 0), rec.reveal()         # as seat A saw it; with the tiles that later ones prove
    rec.to_frame(), dl.Collection("games/")  # tables: one record, a folder of files
"""

from __future__ import annotations

from dominolab.records.importers import from_facts, read_facts
from dominolab.records.model import Ending, Record, Round, Setup, Tag
from dominolab.records.partial import project
from dominolab.records.problems import Problem
from dominolab.records.reader import parse, read, read_all
from dominolab.records.tree import Action, Node
from dominolab.records.twin import from_json, to_json
from dominolab.records.writer import write

__all__ = [
    "Action",
    "Ending",
    "Node",
    "Problem",
    "Record",
    "Round",
    "Setup",
    "Tag",
    "from_facts",
    "from_json",
    "parse",
    "project",
    "read",
    "read_all",
    "read_facts",
    "to_json",
    "write",
]
