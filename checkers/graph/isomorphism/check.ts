import { decide, reject } from '../../decide.ts';
import { readRequest } from '../../documents/request.ts';
import type { Graph } from '../../exact/graph.ts';
import type { Answer, CheckRequest } from '../../protocol.ts';
import { readGraph, vertexOf } from '../labelled-graph.ts';
import { pairs } from '../pairs.ts';
import { readValue } from '../value.ts';

const ROLES = ['first', 'second', 'map'] as const;

/** Decides `graph.isomorphism@1`: a bijection of the vertices that carries the edges exactly onto the edges. */
export function check(request: CheckRequest): Answer {
  return decide(() => {
    const roles = readRequest(request, 'graph.isomorphism@1', ROLES);
    const first = readGraph(roles[0], '/roles/first');
    const second = readGraph(roles[1], '/roles/second');
    const { map } = readValue(roles[2], 'graph.vertex_map@1', ['map'], '/roles/map');
    requireEdges(first, second, readBijection(map, first, second, '/roles/map/value/map'));
  });
}

/** The image of every vertex of the first graph; rejected unless each vertex of both stands once. */
function readBijection(map: unknown, first: Graph, second: Graph, at: string): Int32Array {
  const images = new Int32Array(first.order).fill(-1);
  const reached = new Uint8Array(second.order);
  for (const [index, [from, to]] of pairs(map, at).entries()) {
    const vertex = vertexOf(first.vertices, from, `${at}/${index}/0`);
    const image = vertexOf(second.vertices, to, `${at}/${index}/1`);
    if (images[vertex] !== -1) reject('the vertex is mapped twice', `${at}/${index}/0`);
    if (reached[image] === 1) reject('the vertex is reached twice', `${at}/${index}/1`);
    images[vertex] = image;
    reached[image] = 1;
  }
  if (images.includes(-1)) reject('a vertex of the first graph is not mapped', at);
  if (reached.includes(0)) reject('a vertex of the second graph is not reached', at);
  return images;
}

/** Different edges have different images, so as many edges that all go to edges go onto them. */
function requireEdges(first: Graph, second: Graph, images: Int32Array): void {
  if (first.size !== second.size)
    reject('the graphs have not equally many edges', '/roles/second/value/edges');
  for (let edge = 0; edge < first.size; edge++) {
    const [one, other] = first.edge(edge);
    if (!second.adjacent(images[one] as number, images[other] as number)) {
      reject('the edge does not go to an edge', `/roles/first/value/edges/${edge}`);
    }
  }
}
