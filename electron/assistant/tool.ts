import type {
  CallToolResult,
  McpServer,
  ServerContext,
  ToolAnnotations,
} from '@modelcontextprotocol/server'
import type { z } from 'zod'
import type { ConnectionId } from '../../shared/domain/instructions/instruction.js'
import type { ToolName } from '../../shared/domain/instructions/toolset.js'
import type { AsyncResult, AssistantPort } from '../core/instructions/assistant/assistant-port.js'
import type { LogPort, TimerPort } from '../core/ports.js'
import type { Effect } from './effect.js'
import { refused } from './refusals.js'
import { listed, published } from './format/json-schema.js'

/**
 * What a tool works with during one call: one connection's side of the assistants' port, and
 * nothing else.
 */
export interface Call {
  readonly port: AssistantPort
  readonly connection: ConnectionId
  readonly signal: AbortSignal
  /** Tells the caller that it is still waiting; null where it did not ask for that. */
  readonly progress: ((done: number, total: number, message: string) => Promise<void>) | null
  readonly timers: TimerPort
  readonly log: LogPort
}

/** What a tool is called, what it can do at most, what it takes and answers, and how. */
export interface ToolSpec<Input extends z.ZodType, Output extends z.ZodType> {
  readonly name: ToolName
  readonly title: string
  readonly description: string
  readonly effect: Effect
  readonly input: Input
  readonly output: Output
  run(input: z.output<Input>, call: Call): AsyncResult<z.output<Output>>
}

/** The title stands beside them, once. */
type Hints = Required<Omit<ToolAnnotations, 'title'>>

export interface Tool {
  readonly name: ToolName
  readonly effect: Effect
  readonly annotations: Hints
  register(server: McpServer, callFor: (context: ServerContext) => Call): void
}

const MAX_ISSUES = 5
/** Every argument that does not fit, by its name. */
const describeIssues = ({ issues }: z.ZodError): string =>
  `${issues
    .slice(0, MAX_ISSUES)
    .map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`))
    .join('; ')}.`

/**
 * All four hints, on every tool; they inform clients, and nothing here relies on them. A request
 * for an order is called destructive
 * although it only asks: a client that stops at that word should stop there.
 */
const hints = (effect: Effect): Hints => ({
  readOnlyHint: effect === 'read',
  destructiveHint: effect === 'instruct',
  idempotentHint: effect !== 'instruct',
  openWorldHint: false,
})

/**
 * One tool, with its types tied together and then hidden, so that tools of any shape make one list.
 */
export function tool<Input extends z.ZodType, Output extends z.ZodType>(
  spec: ToolSpec<Input, Output>,
): Tool {
  const annotations = hints(spec.effect)
  const [inputSchema, outputSchema] = [listed(spec.input), published(spec.output)]
  const answer = async (given: unknown, call: Call): Promise<CallToolResult> => {
    try {
      const admitted = await call.port.authorizeTool(call.connection, spec.name)
      if (!admitted.ok) return refused(admitted.error, spec.effect)
      const input = spec.input.safeParse(given ?? {})
      if (!input.success) {
        return refused({ code: 'invalid', message: describeIssues(input.error) }, spec.effect)
      }
      const result = await spec.run(input.data, call)
      if (!result.ok) return refused(result.error, spec.effect)
      const structuredContent = result.value as Record<string, unknown>
      return {
        content: [{ type: 'text', text: JSON.stringify(structuredContent) }],
        structuredContent,
      }
    } catch (error) {
      // Whatever broke is ours to read, not the assistant's.
      call.log.event('error', 'assistant-tool-failed', {
        what: spec.name,
        error: error instanceof Error ? error.name : 'unknown',
      })
      return refused(
        {
          code: 'unavailable',
          message:
            'Countersign failed in the middle of this call; what became of it is not known here.',
        },
        spec.effect,
      )
    }
  }
  return {
    name: spec.name,
    effect: spec.effect,
    annotations,
    register(server, callFor) {
      server.registerTool(
        spec.name,
        {
          title: spec.title,
          description: spec.description,
          inputSchema,
          outputSchema,
          annotations,
        },
        (input, context) => answer(input, callFor(context)),
      )
    },
  }
}
