import type { Operation } from '../../../shared/wire/operation.js'
import facts from '../../vectors/operations.json' with { type: 'json' }

/** One operation as the contract's list has it. */
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

/** The contract's record of a catalogued operation. */
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

/** How the contract writes it in one text. */
export const keyOf = ({ method, path }: Pick<Fact, 'method' | 'path'>): string =>
  `${method} ${path}`
