import { join } from 'node:path'
import ts from 'typescript'
import { CATALOG, type OperationId } from '../../../shared/wire/catalog.js'
import { configOf, programOf } from '../../invariants/program.js'
import { ROOT, sources, type Source } from '../../invariants/sources.js'
import { callGraph, reachable, type CallGraph, type GraphNode } from './call-graph.js'

/** Who can cause a request of an operation. */
export const ACTORS = ['window', 'assistant', 'console'] as const
export type Actor = (typeof ACTORS)[number]

/** The streams, which have no descriptor, by the function that opens each. */
const STREAMS = {
  'stream.trade-events': [
    'trading',
    'electron/provider/events/trade-events.ts',
    'createTradeEvents',
  ],
  'stream.market-data': [
    'market-data',
    'electron/provider/market-data/market-stream.ts',
    'createMarketStream',
  ],
  'stream.broker-events': [
    'broker',
    'electron/provider/events/broker-events.ts',
    'createBrokerEvents',
  ],
} as const
export type ReachId = OperationId | keyof typeof STREAMS

export interface ReachRow {
  readonly id: ReachId
  readonly family: string
  readonly actors: readonly Actor[]
}

const FAMILIES = join(ROOT, 'shared/wire/families/')
const ROWS = join(ROOT, 'shared/wire/reference-data/')
const TOPICS = join(ROOT, 'electron/handlers/topics.ts')
/** The windows of the institution console. */
const CONSOLE = /^renderer\/panels\/institution\//
/**
 * What signs a trading session in and holds it. The console has a client of its own and imports
 * none of it; only interfaces that both implement lead there.
 */
const SESSION = new RegExp(
  [
    '/electron/core/(session|market|orders|portfolio)/',
    '/electron/core/auth/(?!auth-port)',
    '/electron/provider/(gateway|auth/app-tokens)\\.ts',
  ].join('|'),
)
const ASSISTANT = join(ROOT, 'electron/assistant/')
const START = join(ROOT, 'electron/main.ts')

/** The entry of a record: `name: value`, by its name; null for any other node. */
function entryName(node: ts.Node): string | null {
  return (ts.isPropertyAssignment(node) || ts.isMethodDeclaration(node)) &&
    (ts.isIdentifier(node.name) || ts.isStringLiteral(node.name))
    ? node.name.text
    : null
}

/** True for an entry of the outermost record of a file in a folder. */
const isEntryIn = (node: ts.Node, folder: string): boolean =>
  ts.isPropertyAssignment(node) &&
  node.getSourceFile().fileName.startsWith(folder) &&
  nestingOf(node) === 1

function nestingOf(node: ts.Node): number {
  let depth = 0
  for (let outer: ts.Node | undefined = node; outer !== undefined; outer = outer.parent) {
    if (ts.isObjectLiteralExpression(outer)) depth += 1
  }
  return depth
}

/** Operations, rows of reference data and topics are reached only by their name. */
const needsName = (node: ts.Node): boolean =>
  isEntryIn(node, FAMILIES) ||
  isEntryIn(node, ROWS) ||
  (ts.isCaseClause(node) && node.getSourceFile().fileName === TOPICS)

/** True for a type, and for the case of a switch, which only receives a name. */
const isReceived = ({ parent }: ts.StringLiteral): boolean =>
  ts.isLiteralTypeNode(parent) || ts.isCaseClause(parent)

/** The texts that windows name: commands that they call, topics, names of reference data. */
function namedBy(files: readonly Source[]): ReadonlySet<string> {
  const names = new Set<string>()
  for (const { path, text } of files) {
    const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
    const visit = (node: ts.Node): void => {
      if (ts.isStringLiteral(node) && !isReceived(node)) names.add(node.text)
      ts.forEachChild(node, visit)
    }
    visit(file)
  }
  return names
}

/** Returns what windows reach by name: handlers, topics, and rows of the reference data. */
function rootsOf(graph: CallGraph, names: ReadonlySet<string>): readonly GraphNode[] {
  const handlers = graph
    .nodesIn((path) => path.startsWith(join(ROOT, 'electron/handlers/')))
    .filter((node) => {
      const name = entryName(node)
      return name !== null && name.includes('.') && names.has(name)
    })
  const topics = graph
    .nodesIn((path) => path === TOPICS)
    .filter(
      (node) =>
        ts.isCaseClause(node) &&
        ts.isStringLiteral(node.expression) &&
        names.has(node.expression.text),
    )
  const rows = graph
    .nodesIn((path) => path.startsWith(ROWS))
    .filter((node) => isEntryIn(node, ROWS) && names.has(entryName(node) ?? ''))
  return [...handlers, ...topics, ...rows]
}

/** Builds the graph of the client: everything that is not the practice exchange or a test. */
function clientGraph(): CallGraph {
  const { options } = configOf('tsconfig.json')
  const files = sources(['shared', 'electron']).filter(
    ({ path }) => !path.startsWith('electron/practice/'),
  )
  const program = programOf(
    options,
    files.map(({ path }) => join(ROOT, path)),
  )
  return callGraph(program, needsName)
}

interface Reach {
  readonly graph: CallGraph
  readonly reached: Readonly<Record<Actor, ReadonlySet<GraphNode>>>
}

/** Walks the graph from the program's start, and then from what each actor can name. */
function walkAll(): Reach {
  const graph = clientGraph()
  const windows = sources(['renderer'])
  const outsideAssistant = (node: GraphNode): boolean =>
    !node.getSourceFile().fileName.startsWith(ASSISTANT)
  const walk = (
    roots: readonly GraphNode[],
    existing: ReadonlySet<GraphNode>,
    mayEnter: (node: GraphNode) => boolean,
  ) => reachable(graph, { roots, existing, mayEnter, isEnd: (node) => isEntryIn(node, FAMILIES) })
  const start = graph.nodesIn((path) => path === START)
  const existing = walk(start, new Set(), () => true)
  const isConsole = ({ path }: Source): boolean => CONSOLE.test(path)
  const byWindow = rootsOf(graph, namedBy(windows.filter((file) => !isConsole(file))))
  const byConsole = rootsOf(graph, namedBy(windows.filter(isConsole)))
  // The tools of assistants list every row of the reference data.
  const byAssistant = graph.nodesIn(
    (path) => path.startsWith(join(ASSISTANT, 'tools/')) || path.startsWith(ROWS),
  )
  return {
    graph,
    reached: {
      window: walk([...start, ...byWindow], existing, outsideAssistant),
      assistant: walk(byAssistant, existing, () => true),
      console: walk(
        byConsole,
        existing,
        (node) => outsideAssistant(node) && !SESSION.test(node.getSourceFile().fileName),
      ),
    },
  }
}

/** Derives from the sources who can cause each operation of the catalog, and each stream. */
export function reachRows(): readonly ReachRow[] {
  const { graph, reached } = walkAll()
  const actorsOf = (node: GraphNode | undefined): readonly Actor[] =>
    ACTORS.filter((actor) => node !== undefined && reached[actor].has(node))
  const entries = new Map(
    graph
      .nodesIn((path) => path.startsWith(FAMILIES))
      .filter((node) => isEntryIn(node, FAMILIES))
      .map((node) => [operationId(node), node] as const),
  )
  const operations = CATALOG.map(({ id, family }) => ({
    id,
    family,
    actors: actorsOf(entries.get(id)),
  }))
  const streams = Object.entries(STREAMS).map(([id, [family, path, name]]) => ({
    id: id as keyof typeof STREAMS,
    family,
    actors: actorsOf(
      graph
        .nodesIn((file) => file === join(ROOT, path))
        .find(
          (node) =>
            (ts.isFunctionDeclaration(node) || ts.isVariableDeclaration(node)) &&
            node.name?.getText() === name,
        ),
    ),
  }))
  return [...operations, ...streams]
}

/** Returns the id written in the declaration of an operation. */
function operationId(node: ts.Node): string {
  const id = /\bid: '([^']+)'/.exec(node.getText())
  return id?.[1] ?? ''
}
