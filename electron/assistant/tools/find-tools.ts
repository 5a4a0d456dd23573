import { z } from 'zod'
import { ok } from '../../../shared/domain/result.js'
import { TOOLSETS } from '../../../shared/domain/instructions/toolset.js'
import type { Effect } from '../effect.js'
import { invalid } from '../format/order-drafts.js'
import { forwarding, tool, type Tool } from '../tool.js'
import { zLimit } from '../format/input-fields.js'
import { ToolIndex } from '../tool-index.js'

const zFound = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  call_with: z.string(),
  input_schema: z.record(z.string(), z.unknown()),
})

/** The tool through which one that is not listed can be called, by its effect. */
const CALLED_WITH: Readonly<Record<Effect, string>> = {
  read: 'call_read_tool',
  instruct: 'request_instruction',
  withdraw: 'request_instruction',
  watchlist: 'request_instruction',
  window: 'request_instruction',
}

const zForwarded = {
  tool: z.string().min(1).max(64).describe('Its name, as find_tools returned it.'),
  arguments: z
    .record(z.string(), z.unknown())
    .default({})
    .describe('What that tool takes, by its input_schema.'),
}

/**
 * Makes the tools that find and call those which are not listed at first. A client that follows
 * changes of the list may have them listed; every other calls them through one of the two callers,
 * which differ by effect, so that a client can allow reading without allowing requests.
 */
export function finderTools(tools: readonly Tool[]): readonly Tool[] {
  const index = new ToolIndex(tools)
  const byName = new Map(tools.map((entry) => [entry.name, entry]))
  const findTools = tool({
    name: 'find_tools',
    toolset: null,
    title: 'Find more tools',
    effect: 'read',
    repeatsRequests: true,
    description:
      'Finds tools that are not listed: fundamentals, screeners, futures, crypto, events, order book, history, watchlists, the person’s window (chart, ticket, alerts, drawings), algorithms, conditions (when-then). Call one by its own name, or with the tool in call_with.',
    input: z.strictObject({
      text: z.string().max(200).default('').describe('What for, in words: "income statement".'),
      toolset: z.enum(TOOLSETS).optional(),
      limit: zLimit(20, 5),
      add_to_list: z
        .boolean()
        .default(false)
        .describe('List them from now on; your client must reload its list.'),
    }),
    output: z.object({ tools: z.array(zFound), more: z.int() }),
    async run(input, { port, connection, listTools }) {
      const { toolsets } = port.scope(connection)
      const matches = index
        .find(input.text)
        .filter(({ toolset }) => toolset === null || toolsets.includes(toolset))
        .filter(({ toolset }) => input.toolset === undefined || toolset === input.toolset)
      const page = matches.slice(0, input.limit)
      if (input.add_to_list) listTools(page.map(({ name }) => name))
      return ok({
        tools: page.map(({ name, title, description, effect, inputSchema }) => ({
          name,
          title,
          description,
          call_with: CALLED_WITH[effect],
          input_schema: inputSchema,
        })),
        more: matches.length - page.length,
      })
    },
  })
  const forwarded = (caller: 'call_read_tool' | 'request_instruction') => ({
    toolset: null,
    input: z.strictObject(zForwarded),
    find: (name: string) => {
      const found = byName.get(name)
      if (found === undefined) {
        return invalid(`There is no tool ${name}. find_tools finds tools by words.`)
      }
      const right = CALLED_WITH[found.effect]
      return right === caller ? ok(found) : invalid(`Call ${name} with ${right}, not ${caller}.`)
    },
  })
  return [
    findTools,
    forwarding({
      ...forwarded('call_read_tool'),
      name: 'call_read_tool',
      title: 'Call a reading tool',
      effect: 'read',
      description: 'Calls a reading tool that is not listed.',
    }),
    forwarding({
      ...forwarded('request_instruction'),
      name: 'request_instruction',
      title: 'Call a requesting tool',
      effect: 'instruct',
      description:
        'Calls a tool that is not listed and whose name ends in _instruction (a person decides on what it requests), or one that changes a watchlist or the window.',
    }),
  ]
}
