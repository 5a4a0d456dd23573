import { z } from 'zod'
import {
  REFERENCE_DATA_NAMES,
  type ReferenceDataParams,
} from '../../../shared/domain/reference/reference-data.js'
import { ok } from '../../../shared/domain/result.js'
import { plainSchema } from '../../../shared/wire/plain-text.js'
import { REFERENCE_DATA_TOOLS } from '../../../shared/wire/reference-data.js'
import { tool, type Tool } from '../tool.js'

/**
 * One tool for each kind of data that Countersign does not store; names, parameters and answers are
 * the provider's.
 */
export const REFERENCE_DATA_READS: readonly Tool[] = REFERENCE_DATA_NAMES.map((name) => {
  const { title, description, scope, input, operation } = REFERENCE_DATA_TOOLS[name]
  return tool({
    name,
    toolset: scope === 'instrument:read' ? 'instrument' : 'market-data',
    title,
    description,
    effect: 'read',
    input: z.strictObject(input),
    output: z.object({ data: plainSchema(operation.response), cut: z.boolean() }),
    async run(params, { port, connection }) {
      const found = await port.referenceData(connection, name, params as ReferenceDataParams)
      return found.ok ? ok({ data: found.value.data, cut: found.value.cut }) : found
    },
  })
})
