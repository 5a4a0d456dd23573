import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type DeepReadonly, type Equal, mirror } from '../../../shared/domain/readonly-schema.js'

interface Row {
  readonly name: string
  readonly note?: string | undefined
  readonly sizes: readonly number[]
}

const zRow = z.strictObject({
  name: z.string(),
  note: z.string().optional(),
  sizes: z.array(z.number()),
})
const zWithout = z.strictObject({ name: z.string(), sizes: z.array(z.number()) })
const zMore = zRow.extend({ more: z.number().optional() })
const zOther = zRow.extend({ sizes: z.array(z.string()) })

type Mirrors<Schema extends z.ZodType> = Equal<DeepReadonly<z.output<Schema>>, DeepReadonly<Row>>

// The compiler checks these constants: each is the only value of its type.
const same: Mirrors<typeof zRow> = true
const missing: Mirrors<typeof zWithout> = false
const additional: Mirrors<typeof zMore> = false
const different: Mirrors<typeof zOther> = false

describe('the schema of a domain type', () => {
  it('equals the type except for readonly members', () => {
    expect(same).toBe(true)
  })

  it('differs when a member is missing, additional or of another type', () => {
    expect([missing, additional, different]).toEqual([false, false, false])
  })

  it('is the given schema, so that mirroring changes no check', () => {
    expect(mirror<Row>()(zRow)).toBe(zRow)
  })
})
