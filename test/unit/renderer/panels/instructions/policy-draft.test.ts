import { describe, expect, test } from 'vitest'
import {
  BOUNDS,
  COUNTS,
  draftOf,
  policyOf,
  problemsOf,
} from '../../../../../renderer/panels/instructions/policy/policy-draft.js'
import { DEFAULT_POLICIES } from '../../../../../electron/core/instructions/connections/connection-file.js'
import { ENVIRONMENTS } from '../../../../../shared/domain/environment.js'
import { Policy } from '../../../../../shared/domain/instructions/policy.schema.js'

const draft = draftOf(DEFAULT_POLICIES.practice)

describe('the policy editor', () => {
  test('returns every policy unchanged', () => {
    for (const environment of ENVIRONMENTS) {
      expect(policyOf(draftOf(DEFAULT_POLICIES[environment]))).toEqual(
        DEFAULT_POLICIES[environment],
      )
    }
  })

  test("accepts orders per day as a whole number within main's bounds", () => {
    expect(policyOf({ ...draft, ordersPerDay: ' 1000 ' })?.ordersPerDay).toBe(1_000)
    for (const typed of ['', '0', '1001', '2.5', '-1', '1e2', 'ten']) {
      expect([...problemsOf({ ...draft, ordersPerDay: typed })], typed).toEqual(['ordersPerDay'])
    }
  })

  test('requires at least one toolset', () => {
    expect([
      [...problemsOf({ ...draft, toolsets: [] })],
      policyOf({ ...draft, toolsets: [] }),
    ]).toEqual([['toolsets'], null])
    expect(Policy.safeParse({ ...DEFAULT_POLICIES.practice, toolsets: [] }).success).toBe(false)
    expect(policyOf({ ...draft, toolsets: ['trading'] })?.toolsets).toEqual(['trading'])
  })

  test.each(COUNTS)('has the bounds of the IPC schema for %s', (name) => {
    const [minimum, maximum] = BOUNDS[name]
    const accepts = (value: number): boolean =>
      Policy.safeParse({ ...DEFAULT_POLICIES.practice, [name]: value }).success
    expect([
      accepts(minimum - 1),
      accepts(minimum),
      accepts(maximum),
      accepts(maximum + 1),
    ]).toEqual([false, true, true, false])
    expect(
      [minimum - 1, minimum, maximum, maximum + 1].map(
        (value) => problemsOf({ ...draft, [name]: String(value) }).size,
      ),
    ).toEqual([1, 0, 0, 1])
  })
})
