import { z } from 'zod'
import type { Plain } from '../../shared/domain/reference/reference-data.js'

/**
 * Returns a minimal value that fits a schema of plain answers: one row in every list, optional
 * values absent.
 */
export function sampleOf(schema: z.ZodType): Plain {
  if (schema instanceof z.ZodObject) {
    return Object.fromEntries(
      Object.entries(schema.shape).map(([name, member]) => [name, sampleOf(member as z.ZodType)]),
    )
  }
  if (schema instanceof z.ZodArray) return [sampleOf(schema.element as z.ZodType)]
  if (schema instanceof z.ZodRecord) return { line: sampleOf(schema.valueType as z.ZodType) }
  if (schema instanceof z.ZodString) return '1.50'
  if (schema instanceof z.ZodNumber) return 1
  return schema instanceof z.ZodBoolean ? false : null
}
