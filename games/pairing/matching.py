"""The perfect matching of least cost, level before level, exact.

rustworkx finds it by Edmonds' blossoms in whole numbers of 128 bits. Levels are put into one number
so that no sum of lower levels ever reaches one of a higher, and lots at the foot of it make the
best matching a single one: of several equally good ones rustworkx returns now this, now that.
"""

import random
from collections.abc import Mapping
from typing import TypeAlias

import rustworkx

Edge: TypeAlias = tuple[int, int]
Cost: TypeAlias = tuple[int, ...]

LOT_BITS = 40
"""Bits of the lot of each edge: that two of the best matchings of 200 have equal lots, and the draw
would then depend on rustworkx, happens once in some fifty million draws."""

LIMIT = 2**120
"""Costs must stay below: rustworkx adds up to four of them in 128 bits with a sign."""


def match(size: int, costs: Mapping[Edge, Cost], chance: random.Random) -> list[Edge] | None:
    """The perfect matching of the vertices 0 ... size - 1 along the edges of `costs` (the smaller
    vertex first), as sorted edges: the sum of the first level is the least there is, of those
    matchings the sum of the second, and so on; then by lot. None if there is no perfect matching.

    Costs are tuples of whole numbers from 0, of one length. Raises OverflowError where they need
    more than 120 bits.
    """
    if size % 2:
        return None
    pairs = size // 2
    depth = len(next(iter(costs.values()), ()))
    radix = [1 + _most(pairs, costs, level) for level in range(depth)]
    weighted = []
    for edge in sorted(costs):
        weight = 0
        for base, part in zip(radix, costs[edge], strict=True):
            weight = weight * base + part
        weight = (weight * pairs << LOT_BITS) + chance.getrandbits(LOT_BITS)
        if weight >= LIMIT:
            raise OverflowError("costs need more than 120 bits")
        weighted.append((*edge, -weight))
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph()
    graph.add_nodes_from([None] * size)
    graph.add_edges_from(weighted)
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if len(found) < pairs:
        return None
    return sorted((min(edge), max(edge)) for edge in found)


def _most(pairs: int, costs: Mapping[Edge, Cost], level: int) -> int:
    """What a level of a matching cannot exceed. Every edge is charged to its larger vertex, or
    every edge to its smaller: no vertex is charged twice."""
    larger: dict[int, int] = {}
    smaller: dict[int, int] = {}
    for (one, other), cost in costs.items():
        larger[other] = max(larger.get(other, 0), cost[level])
        smaller[one] = max(smaller.get(one, 0), cost[level])
    top = max(larger.values(), default=0)
    return min(pairs * top, sum(larger.values()), sum(smaller.values()))
