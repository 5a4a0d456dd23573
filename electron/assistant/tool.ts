import type {
  CallToolResult,
  McpServer,
  ServerContext,
  StandardSchemaWithJSON,
  ToolAnnotations,
} from '@modelcontextprotocol/server'
import type { z } from 'zod'
import type { ConnectionId } from '../../shared/domain/ids.js'
import type { ToolIdentity } from '../../shared/domain/instructions/toolset.js'
import type { AsyncResult, Refusal } from '../../shared/domain/instructions/refusal.js'
import type { Result } from '../../shared/domain/result.js'
import type { ConnectionPort } from '../core/instructions/assistant/assistant-port.js'
import type { ClockPort, LogPort, TimerPort } from '../core/ports.js'
import type { Effect } from './effect.js'
import { wrongInput } from './format/wrong-input.js'
import { plainReason, refused } from './refusals.js'
import { listed, published } from './format/json-schema.js'

/** The context of one call of a tool: one connection's side of the assistants' port. */
export interface Call {
  readonly port: ConnectionPort
  readonly connection: ConnectionId
  readonly signal: AbortSignal
  /** Reports progress to the caller; null when the caller did not request it. */
  readonly progress: ((done: number, total: number, message: string) => Promise<void>) | null
  readonly timers: TimerPort
  readonly clock: ClockPort
  readonly log: LogPort
  /** Lists these tools for the connection from now on, and notifies its clients. */
  readonly listTools: (names: readonly string[]) => void
}

/** A tool: name, toolset, effect, input, output and implementation. */
export interface ToolSpec<Input extends z.ZodType, Output extends z.ZodType> extends Declaration {
  readonly input: Input
  readonly output: Output
  /** True when it repeats what the assistant requested: such numbers prove nothing. */
  readonly repeatsRequests?: true
  run(input: z.output<Input>, call: Call): AsyncResult<z.output<Output>>
}

/** All hints except the title, which is given separately. */
type Hints = Required<Omit<ToolAnnotations, 'title'>>

export interface Tool extends ToolIdentity {
  readonly title: string
  readonly description: string
  readonly effect: Effect
  readonly annotations: Hints
  /** The JSON schema of its arguments. */
  readonly inputSchema: Record<string, unknown>
  /** Carries out one call, and refuses what is wrong with it. */
  answer(given: unknown, call: Call): Promise<CallToolResult>
  register(server: McpServer, callFor: (context: ServerContext) => Call): void
}

/**
 * Returns all four hints. They only inform clients; nothing here relies on them. Instructing is
 * marked as destructive although it only requests, so that cautious clients ask first.
 */
const hints = (effect: Effect): Hints => ({
  readOnlyHint: effect === 'read',
  destructiveHint: effect === 'instruct',
  idempotentHint: effect !== 'instruct',
  openWorldHint: false,
})

/** What a list says of a tool, and what it does. */
type Declaration = ToolIdentity & Pick<Tool, 'title' | 'description' | 'effect'>

/** Makes a tool of its declaration, its schemas and its answer. */
function declared(
  { name, toolset, title, description, effect }: Declaration,
  inputSchema: StandardSchemaWithJSON,
  outputSchema: StandardSchemaWithJSON | undefined,
  answer: Tool['answer'],
): Tool {
  const annotations = hints(effect)
  return {
    name,
    toolset,
    title,
    description,
    effect,
    annotations,
    get inputSchema() {
      return inputSchema['~standard'].jsonSchema.input({ target: 'draft-2020-12' })
    },
    answer,
    register(server, callFor) {
      server.registerTool(
        name,
        {
          title,
          description,
          inputSchema,
          ...(outputSchema === undefined ? {} : { outputSchema }),
          annotations,
        },
        (input, context) => answer(input, callFor(context)),
      )
    },
  }
}

/** Declares a tool with its types, then hides them, so that all tools fit in one list. */
export const tool = <Input extends z.ZodType, Output extends z.ZodType>(
  spec: ToolSpec<Input, Output>,
): Tool => answering(spec)

/** A tool that may return the finished answer of another tool instead of its own. */
export interface AnsweringSpec<Input extends z.ZodType, Output extends z.ZodType>
  extends Omit<ToolSpec<Input, Output>, 'run'> {
  run(
    input: z.output<Input>,
    call: Call,
  ): Promise<Awaited<AsyncResult<z.output<Output>>> | { readonly answer: CallToolResult }>
}

/** Declares a tool that may return the answer of another one: that one said what is wrong. */
export function answering<Input extends z.ZodType, Output extends z.ZodType>(
  spec: AnsweringSpec<Input, Output>,
): Tool {
  const [inputSchema, outputSchema] = [listed(spec.input), published(spec.output)]
  const answer = async (json: unknown, call: Call): Promise<CallToolResult> => {
    try {
      const admitted = await call.port.authorizeTool(call.connection, spec)
      if (!admitted.ok) return refused(admitted.error, spec.effect)
      const input = spec.input.safeParse(json ?? {})
      if (!input.success) {
        return refused(wrongInput(input.error, json), spec.effect)
      }
      const result = await spec.run(input.data, call)
      if ('answer' in result) return result.answer
      if (!result.ok) return refused(result.error, spec.effect)
      const structuredContent = result.value as Record<string, unknown>
      // Numbers that an assistant chose itself prove nothing in its reasons (CONFIRM-45).
      if (spec.effect === 'read' && spec.repeatsRequests !== true) {
        call.port.recordSent(call.connection, structuredContent)
      }
      return {
        content: [{ type: 'text', text: JSON.stringify(structuredContent) }],
        structuredContent,
      }
    } catch (error) {
      // Details of an internal error are logged, not sent to the assistant.
      call.log.event('error', 'assistant-tool-failed', {
        what: spec.name,
        error: error instanceof Error ? error.name : 'unknown',
      })
      return refused(
        {
          code: 'unavailable',
          message: plainReason(
            'Countersign failed in the middle of this call; its outcome is not known here.',
          ),
        },
        spec.effect,
      )
    }
  }
  return declared(spec, inputSchema, outputSchema, answer)
}

/** A tool that calls another one, whose answer it returns. */
export interface ForwardSpec<Input extends z.ZodType> extends Declaration {
  readonly input: Input
  /** Returns the tool of that name, or why it cannot be called this way. */
  find(name: string): Result<Tool, Refusal>
}

/** Declares a tool that calls another one: that one checks the access and the arguments. */
export function forwarding<
  Input extends z.ZodType<{ readonly tool: string; readonly arguments: unknown }>,
>(spec: ForwardSpec<Input>): Tool {
  const answer = async (given: unknown, call: Call): Promise<CallToolResult> => {
    const input = spec.input.safeParse(given ?? {})
    if (!input.success) return refused(wrongInput(input.error, given), spec.effect)
    const found = spec.find(input.data.tool)
    return found.ok
      ? found.value.answer(input.data.arguments, call)
      : refused(found.error, spec.effect)
  }
  // The answer comes from the other tool, whatever its schema is.
  return declared(spec, listed(spec.input), undefined, answer)
}
