import path from 'node:path'
import { tests } from './boundaries.ts'
import { importsOf } from './imports.ts'

export interface SourceFile {
  file: string
  text: string
}

/** One folder that imports a file of another, with an import as an example. */
interface Edge {
  to: string
  example: { file: string; target: string }
}

/** For each folder, the folders that it imports from, by name. */
type Graph = ReadonlyMap<string, ReadonlyMap<string, Edge>>

/**
 * Finds folders that import each other, directly or through others. A folder is the files directly in it, so a folder
 * and its parent are two. Types count like everything else; tests do not. Returns a description of the shortest cycle
 * of each group of such folders, which names one import for each step.
 */
export function findFolderCycles(files: readonly SourceFile[]): string[] {
  const graph = graphOf(files.filter(({ file }) => !tests.test(file)))
  const described = new Set<string>()
  const cycles: string[] = []
  for (const start of [...graph.keys()].toSorted()) {
    if (described.has(start)) continue
    const cycle = shortestCycle(graph, start)
    if (!cycle) continue
    for (const folder of reachedBoth(graph, start)) described.add(folder)
    cycles.push(describe(start, cycle))
  }
  return cycles
}

function graphOf(files: readonly SourceFile[]): Graph {
  const known = new Set(files.map(({ file }) => file))
  const graph = new Map<string, Map<string, Edge>>()
  for (const { file, text } of files) {
    const from = path.posix.dirname(file)
    for (const { target } of importsOf(file, text)) {
      const to = path.posix.dirname(target)
      if (to === from || !known.has(target)) continue
      const edges = graph.get(from) ?? new Map<string, Edge>()
      graph.set(from, edges)
      if (!edges.has(to)) edges.set(to, { to, example: { file, target } })
    }
  }
  return graph
}

/** Returns the edges of the shortest way from a folder back to itself; null if there is none. */
function shortestCycle(graph: Graph, start: string): Edge[] | null {
  const seen = new Set<string>()
  let ways: Edge[][] = [...(graph.get(start)?.values() ?? [])].map((edge) => [edge])
  while (ways.length > 0) {
    const next: Edge[][] = []
    for (const way of ways) {
      const { to = '' } = way.at(-1) ?? {}
      if (to === start) return way
      if (seen.has(to)) continue
      seen.add(to)
      for (const edge of graph.get(to)?.values() ?? []) next.push([...way, edge])
    }
    ways = next
  }
  return null
}

/** Returns the folders that a folder reaches and that reach it: those that are in a cycle with it. */
function reachedBoth(graph: Graph, start: string): string[] {
  const back = new Map<string, Map<string, Edge>>()
  for (const [from, edges] of graph) {
    for (const edge of edges.values()) {
      const sources = back.get(edge.to) ?? new Map<string, Edge>()
      back.set(edge.to, sources.set(from, { ...edge, to: from }))
    }
  }
  const before = reached(back, start)
  return [...reached(graph, start)].filter((folder) => before.has(folder))
}

function reached(graph: Graph, start: string): Set<string> {
  const found = new Set([start])
  for (const folder of found) for (const to of graph.get(folder)?.keys() ?? []) found.add(to)
  return found
}

function describe(start: string, cycle: readonly Edge[]): string {
  const folders = [start, ...cycle.map(({ to }) => to)].join(' → ')
  const lines = cycle.map(({ example: { file, target } }) => `  ${file} imports ${target}`)
  return [`Folders import each other: ${folders}`, ...lines].join('\n')
}
