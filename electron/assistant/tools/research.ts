import { z } from 'zod'
import { RESEARCH, type ResearchParams } from '../../../shared/domain/research.js'
import { ok } from '../../../shared/domain/result.js'
import { plainSchema } from '../../../shared/wire/plain.js'
import { RESEARCH_TOOLS } from '../../../shared/wire/research.js'
import { tool, type Tool } from '../tool.js'

/**
 * One tool for each look at the market that the desk keeps nothing of; names, parameters and
 * answers are the brokerage's own.
 */
export const RESEARCH_READS: readonly Tool[] = RESEARCH.map((name) => {
  const { title, description, input, operation } = RESEARCH_TOOLS[name]
  return tool({
    name,
    title,
    description,
    effect: 'read',
    input: z.strictObject(input),
    output: z.object({ data: plainSchema(operation.response), cut: z.boolean() }),
    async run(params, { port, connection }) {
      const found = await port.research(connection, name, params as ResearchParams)
      return found.ok ? ok({ data: found.value.data, cut: found.value.cut }) : found
    },
  })
})
