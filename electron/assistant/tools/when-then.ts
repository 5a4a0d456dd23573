import type { CallToolResult } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { InstructionRequest } from '../../../shared/domain/instructions/instruction-request.js'
import { refuse, type Refusal } from '../../../shared/domain/instructions/refusal.js'
import type { ToolIdentity } from '../../../shared/domain/instructions/toolset.js'
import type { WaitingId } from '../../../shared/domain/ids.js'
import { err, ok, type Result } from '../../../shared/domain/result.js'
import type { ConnectionPort } from '../../core/instructions/assistant/assistant-port.js'
import { toCondition, toExchangeTime, zCondition, zExchangeTime } from '../format/conditions.js'
import { zInstructionId } from '../format/input-fields.js'
import { invalid } from '../format/order-drafts.js'
import { plainReason } from '../refusals.js'
import { answering, tool, type Call, type Tool } from '../tool.js'
import { waitingView, zWaitingView } from '../views/waiting.js'

const CAPTURED = plainReason('The request was read and is not made now.')

/**
 * Returns the port of a connection on which a request is captured and not made: every other call
 * is the port's own.
 */
const capturing = (
  port: ConnectionPort,
  capture: (request: InstructionRequest) => void,
): ConnectionPort =>
  new Proxy(port, {
    get(target, name) {
      if (name === 'instruct') {
        return (_connection: unknown, request: InstructionRequest) => {
          capture(request)
          return Promise.resolve(refuse('unavailable', CAPTURED))
        }
      }
      const member: unknown = Reflect.get(target, name, target)
      return typeof member === 'function'
        ? (...given: readonly unknown[]): unknown => Reflect.apply(member, target, given)
        : member
    },
  })

/** Lets a tool read and plan its arguments, and returns the request that it would make. */
async function requestOf(
  requesting: Tool,
  given: unknown,
  call: Call,
): Promise<Result<InstructionRequest, CallToolResult>> {
  const requests: InstructionRequest[] = []
  const port = capturing(call.port, (request) => requests.push(request))
  const answer = await requesting.answer(given, { ...call, port })
  const [request] = requests
  return request === undefined ? err(answer) : ok(request)
}

const zWhenThen = z.strictObject({
  condition: zCondition,
  tool: z
    .string()
    .min(1)
    .max(64)
    .describe('The requesting tool, for example place_stock_instruction.'),
  arguments: z
    .record(z.string(), z.unknown())
    .default({})
    .describe('What that tool takes; its instruction_key is the key of this call.'),
  expires: zExchangeTime
    .describe('New York time; absent: 20:00 of the exchange’s day. At most 30 days.')
    .optional(),
})

/**
 * Makes the tools for "if X then request Y". The request goes to an ordinary tool, with its
 * arguments and checks; it waits here and becomes a card when its condition is met.
 */
export function whenThenTools(tools: readonly Tool[]): readonly Tool[] {
  const requesting = new Map(
    tools.filter(({ effect }) => effect === 'instruct').map((entry) => [entry.name, entry]),
  )
  const findTool = (name: string): Result<Tool, Refusal> => {
    const tool = requesting.get(name)
    return tool === undefined
      ? invalid(
          `${name} is no tool that requests an order. find_tools finds them by words.`,
          'tool',
          name,
          'not-a-requesting-tool',
        )
      : ok(tool)
  }
  return [whenThenTool(findTool), getWaiting, removeWaiting]
}

/** What identifies the tool, for prompts: it is made from the list of the others. */
export const WHEN_THEN: ToolIdentity = { name: 'when_then_instruction', toolset: 'trading' }

const whenThenTool = (findTool: (name: string) => Result<Tool, Refusal>): Tool =>
  answering({
    ...WHEN_THEN,
    title: 'Ask for an order when a condition is met',
    effect: 'instruct',
    description:
      'If a condition is met then request an order: when a price is above, below or crosses a level, at a percent change of the day, at a time, or when an order fills or ends. The request is checked now, waits in Countersign, is checked again when it wakes, and is not sent until a person approves it in Countersign. Follow it with get_waiting_instruction.',
    input: zWhenThen,
    output: zWaitingView,
    async run(input, call) {
      const condition = toCondition(input.condition)
      if (!condition.ok) return condition
      const expires = input.expires === undefined ? null : toExchangeTime(input.expires, 'expires')
      if (expires?.ok === false) return expires
      const found = findTool(input.tool)
      if (!found.ok) return found
      const request = await requestOf(found.value, input.arguments, call)
      if (!request.ok) return { answer: request.error }
      const added = await call.port.addWaiting(call.connection, {
        request: request.value,
        condition: condition.value,
        expires: expires?.value ?? null,
      })
      return added.ok ? ok(waitingView(added.value)) : added
    },
  })

const getWaiting = tool({
  name: 'get_waiting_instruction',
  toolset: 'trading',
  repeatsRequests: true,
  title: 'Waiting instructions',
  effect: 'read',
  description:
    'Your requests that wait for a condition (when_then_instruction), those that woke or ended lately too: state, periods without evaluation, and the instructions they became.',
  input: z.strictObject({ waiting_id: zInstructionId.optional() }),
  output: z.object({ waiting: z.array(zWaitingView) }),
  async run(input, { port, connection }) {
    const waiting = await port.waiting(connection)
    return waiting.ok
      ? ok({
          waiting: waiting.value
            .filter(({ waiting: { id } }) => (input.waiting_id ?? id) === id)
            .map(waitingView),
        })
      : waiting
  },
})

const removeWaiting = tool({
  name: 'remove_waiting_instruction',
  toolset: 'trading',
  title: 'Remove a waiting instruction',
  effect: 'withdraw',
  description: 'Removes your request that waits for a condition; it will not wake any more.',
  input: z.strictObject({ waiting_id: zInstructionId }),
  output: zWaitingView,
  async run(input, { port, connection }) {
    const removed = await port.removeWaiting(connection, input.waiting_id as WaitingId)
    return removed.ok ? ok(waitingView(removed.value)) : removed
  },
})
