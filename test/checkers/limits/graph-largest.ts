import {
  AROUND,
  added,
  circulant,
  EDGE,
  edgesIn,
  type Graph,
  graph,
  graphOf,
  label,
  labelsOf,
  pair,
  VERTICES,
} from './graph-texts.ts';
import { document, exactly, type Instance, listOf } from './instance.ts';

/** A circulant graph in two colours; with `clique`, the certificate that it takes two. */
export function colored(bytes: number, clique: boolean): Instance {
  const order = VERTICES - 2;
  const of = graphOf(labelsOf(order), circulant(order, edgesIn(bytes - 18 * order)));
  const colors = listOf(order, (vertex) => `["${label(vertex)}",${vertex % 2}]`).slice(1, -1);
  return exactly(bytes, (padding, shift) => {
    const more = added(padding, shift);
    const assignment = `[${colors},["${more.names[0]}",0],["${more.names[1]}",0]]`;
    if (clique) {
      const value = `{"assignment":${assignment},"clique":${pair(label(0), label(1))},"colors":2}`;
      const certificate = document('graph.chromatic_certificate@1', value);
      return { roles: { graph: graph(of, more), certificate } };
    }
    const coloring = document('graph.coloring@1', `{"assignment":${assignment},"colors":2}`);
    return { roles: { graph: graph(of, more), coloring } };
  });
}

/** A circulant graph of an even order, with a matching that leaves nothing out but the padding, and every other vertex as cover. */
export function matched(bytes: number): Instance {
  const order = VERTICES - 2;
  const of = graphOf(labelsOf(order), circulant(order, edgesIn(bytes - (7 + 8 + 3.5) * order)));
  const matching = listOf(order / 2, (i) => pair(label(2 * i), label(2 * i + 1)));
  const cover = listOf(order / 2, (i) => `"${label(2 * i + 1)}"`);
  const certificate = document('graph.matching_cover@1', `{"cover":${cover},"matching":${matching}}`);
  return exactly(bytes, (padding, shift) => ({
    roles: { graph: graph(of, added(padding, shift)), certificate },
  }));
}

/** A cycle through all; the labels of its last vertices, with two and three edges, are as long as padding and shift say. */
export function cycled(bytes: number): Instance {
  const order = VERTICES - 2;
  const labels = labelsOf(order);
  const [first, last] = [label(0), label(order - 1)];
  // Without the edge that closes the circle: the two more vertices come between.
  const [start, rest] = [
    circulant(order, order - 1),
    circulant(order, edgesIn(bytes - 14 * order)).slice(order),
  ];
  const of = graphOf(labels, [...start, ...rest]);
  const cycle = of.labels;
  return exactly(bytes, (padding, shift) => {
    const names = ['#'.repeat(padding), '%'.repeat(1 + shift)] as const;
    const more = graphOf(names, [
      pair(last, names[0]),
      pair(names[0], names[1]),
      pair(names[1], first),
      pair(names[1], label(2)),
    ]);
    return {
      roles: {
        graph: graph(of, more),
        cycle: document('graph.cycle@1', `{"cycle":[${cycle},${more.labels}]}`),
      },
    };
  });
}

/** The circle turned by two. */
export function turned(bytes: number): Instance {
  const order = 400_000;
  const alone = (count: number, mark: string) =>
    Array.from({ length: count }, (_, i) => mark.repeat(200) + label(i));
  const edges = circulant(order, 4 * order);
  const map = listOf(order, (vertex) => pair(label(vertex), label((vertex + 2) % order))).slice(1, -1);
  // What the edges do not fill, vertices without edges do.
  const fixed = 2 * (7 * order + EDGE * edges.length) + map.length;
  const count = Math.floor((bytes - fixed - 1100) / (4 * 204 + 6 + 8));
  const [one, other] = [alone(count, 'a'), alone(count, 'b')];
  const [first, second] = [one, other].map((more) => graphOf([...labelsOf(order), ...more], edges));
  const renamed = one.map((name, i) => pair(name, other[i] as string));
  return exactly(bytes, (padding, shift) => {
    const more = added(padding, shift);
    const pairs = [map, ...renamed, pair(more.names[0], '#'), pair(more.names[1], '%')].join(',');
    return {
      roles: {
        first: graph(first as Graph, more),
        second: graph(second as Graph, graphOf(['#', '%'], [pair(label(3), '%')])),
        map: document('graph.vertex_map@1', `{"map":[${pairs}]}`),
      },
    };
  });
}

/** K3,3 with an edge that is divided by all other vertices, in a graph that has more edges along it. */
export function divided(bytes: number): Instance {
  const count = VERTICES - 2;
  const branches = [0, 2, 4].flatMap((one) => [1, 3, 5].map((other) => [one, other] as const));
  const others = branches.filter(([one, other]) => one !== 0 || other !== 5);
  const edges = [
    ...others.map(([one, other]) => pair(label(one), label(other))),
    ...Array.from({ length: count - 6 }, (_, i) => pair(label(i + 5), label(i + 6))),
    pair(label(count - 1), label(0)),
  ];
  const room = edgesIn(bytes - 7 * count - 2 * EDGE * edges.length);
  const chords = Array.from({ length: room }, (_, index) => {
    const [step, i] = [2 + Math.floor(index / (count - 10)), index % (count - 10)];
    return pair(label(i + 6), label(i + 6 + step));
  });
  const of = graphOf(labelsOf(count), [...edges, ...chords]);
  const subgraph = document('graph.edge_set@1', `{"edges":[${edges.join(',')}]}`);
  return exactly(bytes, (padding, shift) => ({
    roles: { graph: graph(of, added(padding, shift)), subgraph },
  }));
}

/** A strip of triangles, vertex i beside i + 1 and i + 2, even ones below, odd ones above; and one or two vertices alone. */
export function embedded(bytes: number): Instance {
  const each = 7 + 2 * EDGE + 11 + 4 * 7;
  const order = Math.floor((bytes - AROUND) / each);
  const edges = [1, 2].flatMap((step) =>
    Array.from({ length: order - step }, (_, i) => pair(label(i), label(i + step))),
  );
  const of = graphOf(labelsOf(order), edges);
  const rotation = listOf(order, (i) => {
    const around = [i - 2, i - 1, i + 1, i + 2].filter((other) => other >= 0 && other < order);
    if (i % 2 === 1) around.reverse();
    return `["${label(i)}",[${around.map((other) => `"${label(other)}"`).join(',')}]]`;
  }).slice(1, -1);
  return exactly(bytes, (padding, shift) => {
    const alone = shift === 0 ? ['#'.repeat(padding)] : ['#'.repeat(padding), '%'];
    const rest = alone.map((name) => `["${name}",[]]`).join(',');
    return {
      roles: {
        graph: graph(of, graphOf(alone, [])),
        embedding: document('graph.rotation_system@1', `{"rotation":[${rotation},${rest}]}`),
      },
    };
  });
}

/** The first vertex joined with the others, and pairs of these: distances 1 and 2. A vertex alone has the padding as its label. */
export function distant(bytes: number): Instance {
  // Bytes that a vertex takes besides its distances to and from others: 2n² + 42n are to be fewer than there are.
  const each = 12 + 2 * 7 + EDGE;
  const room = bytes - AROUND;
  const order = Math.floor((Math.sqrt(each ** 2 + 8 * room) - each) / 4);
  const pairs = Math.floor((room - 2 * order ** 2 - each * order) / EDGE);
  const rows = listOf(order, (i) => {
    if (i === 0) return `[0${',1'.repeat(order - 1)},null]`;
    if (i > 2 * pairs) return `[1${',2'.repeat(i - 1)},0${',2'.repeat(order - 1 - i)},null]`;
    const before = i - 2 + (i % 2);
    return `[1${',2'.repeat(before)}${i % 2 === 1 ? ',0,1' : ',1,0'}${',2'.repeat(order - 3 - before)},null]`;
  }).slice(1, -1);
  const last = `[${'null,'.repeat(order)}0]`;
  return exactly(bytes, (padding, shift) => {
    const names = [...labelsOf(order), '#'.repeat(padding)];
    // Without a mate.
    names[order - 1] += '%'.repeat(shift);
    const edges = [
      ...names.slice(1, -1).map((name) => pair(label(0), name)),
      ...Array.from({ length: pairs }, (_, i) => pair(label(2 * i + 1), label(2 * i + 2))),
    ];
    const of = graphOf(names, edges);
    const value = `{"distances":[${rows},${last}],"vertices":[${of.labels}]}`;
    return { roles: { graph: graph(of), distances: document('graph.distance_matrix@1', value) } };
  });
}

/** A path, whose inner vertices have as much longer labels as the padding says, and a vertex alone. */
export function incident(bytes: number): Instance {
  const bulk = new Map<number, string>();
  const rowsOf = (order: number): string => {
    const known = bulk.get(order);
    if (known !== undefined) return known;
    const rows = listOf(order - 2, (i) => `[${'"0",'.repeat(i)}"-1","1"${',"0"'.repeat(order - 2 - i)}]`);
    bulk.set(order, rows);
    return rows;
  };
  return exactly(bytes, (padding, shift) => {
    const order = Math.floor(Math.sqrt(bytes / 4)) - 12 - (shift >> 2);
    const size = order - 2;
    const inner = order - 3;
    const names = Array.from({ length: order - 1 }, (_, i) => {
      const more = Math.floor(padding / inner) + (i <= padding % inner ? 1 : 0);
      return i > 0 && i <= inner ? label(i) + '#'.repeat(more) : label(i);
    });
    const edges = Array.from({ length: size }, (_, i) => pair(names[i] as string, names[i + 1] as string));
    const of = graphOf([...names, '%'.repeat(1 + (shift % 4))], edges);
    const rowLabels = listOf(size, (i) => `"${names[i]}→${names[i + 1]}"`);
    const value = `{"column_labels":[${of.labels}],"columns":${order},"entries":${rowsOf(order)},"row_labels":${rowLabels},"rows":${size}}`;
    return { roles: { graph: graph(of), incidence: document('matrix.integer@1', value) } };
  });
}
