import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { beforeAll, describe, expect, it } from 'vitest'
import { CATALOG } from '../../../shared/wire/catalog.js'
import type { Operation } from '../../../shared/wire/operation.js'
import index from '../../vectors/contract-index.json' with { type: 'json' }
import { programOf } from '../../invariants/program.js'
import { ROOT } from '../../invariants/sources.js'
import { callGraph, reachable, type GraphNode } from './call-graph.js'
import { reachRows, type Actor, type ReachId, type ReachRow } from './reach.js'
import { NOT_CALLED } from './unreached.js'

/** The whole program is type-checked: a minute alone, ten among many other programs. */
const PROGRAM_LIMIT_MS = 1_800_000
const SAMPLE = join(ROOT, 'test/conformance/reach/sample.ts')
const SAMPLE_TEXT = `
interface Port { read(): string; write(): string }
const used = () => 'used'
const hidden = () => 'hidden'
const unmade = () => 'unmade'
class Made implements Port { read() { return used() } write() { return hidden() } }
class Unmade implements Port { read() { return unmade() } write() { return '' } }
const open = (): Port => new Made()
export const main = () => open().read()
`

describe('the call graph', () => {
  it('follows a port to the classes that are made, and to the called members only', () => {
    const program = programOf({ target: ts.ScriptTarget.ES2022, strict: true }, [], {
      [SAMPLE]: SAMPLE_TEXT,
    })
    const graph = callGraph(program, () => false)
    const named = (name: string): GraphNode => {
      const found = graph
        .nodesIn((path) => path === SAMPLE)
        .find((node) => ts.isVariableDeclaration(node) && node.name.getText() === name)
      if (found === undefined) throw new Error(`${name} is not in the sample`)
      return found
    }

    const reached = reachable(graph, {
      roots: [named('main')],
      existing: new Set(),
      mayEnter: () => true,
      isEnd: () => false,
    })

    expect(['used', 'hidden', 'unmade'].filter((name) => reached.has(named(name)))).toEqual([
      'used',
    ])
  })
})

describe('the reach of every operation', () => {
  let rows: readonly ReachRow[] = []
  beforeAll(() => {
    rows = reachRows()
    mkdirSync(join(ROOT, 'test-results'), { recursive: true })
    writeFileSync(
      join(ROOT, 'test-results/reach.json'),
      JSON.stringify(rows.map((row) => ({ ...row, reason: reasonOf(row) }))),
    )
  }, PROGRAM_LIMIT_MS)

  const reasonOf = ({ id, actors }: ReachRow): string =>
    actors.length > 0 ? '' : (NOT_CALLED[id] ?? 'nobody')
  const actorsOf = (id: ReachId): readonly Actor[] =>
    rows.find((row) => row.id === id)?.actors ?? []
  const idsWith = (wanted: (row: ReachRow) => boolean): readonly ReachId[] =>
    rows.filter(wanted).map(({ id }) => id)

  it('covers every published operation', () => {
    expect(rows).toHaveLength(index.operations.length)
  })

  it('somebody can cause every operation that is not excepted', () => {
    expect(idsWith((row) => reasonOf(row) === 'nobody')).toEqual([])
  })

  it('no operation is listed as never called that somebody reaches', () => {
    expect(idsWith(({ id, actors }) => actors.length > 0 && id in NOT_CALLED)).toEqual([])
  })

  it('no assistant can cause an operation of an institution', () => {
    const ofInstitutions = new Set<ReachId>([
      ...CATALOG.map((operation): Operation => operation)
        .filter(({ host }) => host === 'broker')
        .map(({ id }) => id as ReachId),
      'auth.client-token.create',
      'auth.client-token.refresh',
      'stream.broker-events',
    ])
    const reached = rows.filter(({ id }) => ofInstitutions.has(id))

    const byAssistants = reached.filter(({ actors }) => actors.includes('assistant'))
    expect(byAssistants.map(({ id }) => id)).toEqual([])
    expect(reached.every(({ actors }) => actors.includes('console'))).toBe(true)
    // The orders that a crash left without an outcome are queried also when no console is open.
    const elsewhere = reached.filter(({ actors }) => actors.length > 1)
    expect(elsewhere.map(({ id }) => id)).toEqual(['broker.orders.get'])
  })

  it('distinguishes windows from assistants', () => {
    expect(actorsOf('trading.orders.history')).toEqual(['window', 'assistant'])
    expect(actorsOf('connect.accounts.list')).toEqual(['window'])
    expect(actorsOf('market.fundamentals.rating')).toContain('assistant')
  })
})
