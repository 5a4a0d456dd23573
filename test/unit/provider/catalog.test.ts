import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { CATALOG } from '../../../shared/wire/catalog.js'
import type { AuthKind, Operation } from '../../../shared/wire/operation.js'
import facts from '../../vectors/operations.json' with { type: 'json' }

const AUTH: Record<string, AuthKind> = {
  none: 'none',
  signature: 'signature',
  'signature,access_token': 'signature+token',
  'bearer,signature(optional)': 'bearer+signature',
}
/** PKCE is not documented by the provider; Countersign always sends it. */
const OURS: readonly string[] = ['code_challenge', 'code_challenge_method', 'code_verifier']
const operations: readonly Operation[] = CATALOG

const shapeOf = (operation: Operation): readonly string[] => {
  if (operation.request instanceof z.ZodArray) return ['(body)']
  if (!(operation.request instanceof z.ZodObject)) {
    throw new Error(`${operation.id}: the request is not an object`)
  }
  return Object.keys(operation.request.shape)
}
const factOf = (operation: Operation) => {
  const found = facts.operations.filter(
    (fact) => fact.method === operation.method && fact.path === operation.path,
  )
  if (found.length !== 1) throw new Error(`${operation.id}: ${found.length} records`)
  return found[0] as (typeof facts.operations)[number]
}

describe('the operation catalog', () => {
  it('contains every operation once', () => {
    expect(new Set(operations.map((operation) => operation.id)).size).toBe(operations.length)
    expect(operations.length).toBe(facts.operations.length)
  })

  it.each(operations.map((operation) => [operation.id, operation] as const))(
    'agrees with the published list for %s',
    (_id, operation) => {
      const fact = factOf(operation)
      expect({ family: operation.family, name: operation.name, host: operation.host }).toEqual({
        family: fact.family,
        name: fact.name,
        host: fact.host,
      })
      expect(operation.auth).toBe(AUTH[fact.auth.join(',')])
      expect(operation.paging).toBe(fact.paginated ? 'cursor' : 'none')
      // Null means unpublished: then the catalog holds the assumption of LIMITS-1.
      if (fact.rateLimit !== null) expect(operation.rate.production).toEqual(fact.rateLimit)
      if (fact.rateLimitSandbox !== null) {
        expect(operation.rate.sandbox).toEqual(fact.rateLimitSandbox)
      }
      const published = fact.params
        .map((param) => param.name)
        .filter((name) => !name.includes('[]'))
      const spoken = shapeOf(operation).filter((name) => !OURS.includes(name))
      // For most Broker operations the parameters are unpublished: published ones must exist, the
      // rest are assumptions.
      if (fact.family === 'broker') expect(spoken).toEqual(expect.arrayContaining(published))
      else expect([...spoken].sort()).toEqual([...published].sort())
    },
  )

  const source = fileURLToPath(
    new URL('../../../../shared/contract/operations.json', import.meta.url),
  )
  it('has the same facts as the documentation', ({ skip }) => {
    skip(!existsSync(source), 'the contract pages are not beside the project')
    const all = z
      .array(z.looseObject({ method: z.string(), path: z.string() }))
      .parse(JSON.parse(readFileSync(source, 'utf8')))
    for (const fact of facts.operations) {
      expect(
        all.filter((candidate) => candidate.method === fact.method && candidate.path === fact.path),
      ).toEqual([expect.objectContaining(fact)])
    }
  })
})
