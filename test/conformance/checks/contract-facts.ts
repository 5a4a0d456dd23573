import type { Operation } from '../../../shared/wire/operation.js'
import facts from '../../vectors/operations.json' with { type: 'json' }

/** An operation of the published list. */
export interface Fact {
  readonly family: string
  readonly name: string
  readonly method: string
  readonly path: string
  readonly host: string
  readonly params: readonly {
    readonly name: string
    readonly in: string
    readonly required: boolean
  }[]
}

export const FACTS: readonly Fact[] = facts.operations

/** Returns the published facts about an operation of the catalog. */
export function factOf(operation: Pick<Operation, 'id' | 'method' | 'path'>): Fact {
  const fact = FACTS.find(
    ({ method, path }) => method === operation.method && path === operation.path,
  )
  if (fact === undefined) {
    throw new Error(
      `The contract's list has no ${operation.method} ${operation.path} (${operation.id}).`,
    )
  }
  return fact
}

/** Returns method and path as one text, as the published list does. */
export const keyOf = ({ method, path }: Pick<Fact, 'method' | 'path'>): string =>
  `${method} ${path}`
