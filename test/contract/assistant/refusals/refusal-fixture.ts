import { NO_CONTRACT_FACTS } from '../../../fakes/contract-facts.js'
import { ALWAYS_PRESSED } from '../../../harness/assistant/always-pressed.js'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { systemClock } from '../../../../electron/adapters/clock.js'
import { nodeCrypto } from '../../../../electron/adapters/crypto.js'
import { systemRandom } from '../../../../electron/adapters/random.js'
import { systemTimers } from '../../../../electron/adapters/timers.js'
import {
  startMcpHttpServer,
  type McpHttpServer,
} from '../../../../electron/assistant/http/mcp-http-server.js'
import {
  AssistantService,
  type AssistantServiceDeps,
} from '../../../../electron/core/instructions/assistant/assistant-service.js'
import { notReadyReason } from '../../../../electron/core/instructions/assistant/not-ready-reason.js'
import { DEFAULT_POLICIES } from '../../../../electron/core/instructions/connections/connection-file.js'
import { createRefusalLog } from '../../../../electron/core/instructions/connections/refusal-log.js'
import { createInstructionService } from '../../../../electron/core/instructions/instruction-service.js'
import { createCardFacts } from '../../../../electron/core/instructions/policy/card-facts.js'
import { evaluatePolicy } from '../../../../electron/core/instructions/policy/policy-engine.js'
import type { InstructionServiceDeps } from '../../../../electron/core/instructions/queue/instruction-service-deps.js'
import { WaitingInstructions } from '../../../../electron/core/instructions/waiting/waiting-service.js'
import type { InstructionService } from '../../../../electron/core/instructions/queue/instruction-service-port.js'
import { asMoney, dec } from '../../../../shared/domain/decimal.js'
import type { ConnectionView } from '../../../../shared/domain/instructions/connection.js'
import type { ConnectionId } from '../../../../shared/domain/ids.js'
import type { Policy } from '../../../../shared/domain/instructions/policy.schema.js'
import { ok } from '../../../../shared/domain/result.js'
import { epochMs } from '../../../../shared/domain/time.js'
import { until } from '../../../harness/system/until.js'
import { answeringPage } from './answering-page.js'
import { SessionFixture } from '../../core/session-fixture.js'

const ASSISTANT = '00000000000000a1' as ConnectionId
const KEY = 'k'.repeat(43)

/** The error of a refused call, as an assistant reads it. */
export interface ToolError {
  readonly code: string
  readonly message: string
  readonly next: string
  readonly field?: string | null
  readonly value?: string | null
  readonly rule?: string
  readonly did_you_mean?: string
}

/** Policy limits that are wide enough that only the send path refuses. */
const WIDE: Policy = {
  ...DEFAULT_POLICIES.practice,
  hours: 'any',
  maxOrder: asMoney(dec('100000000')),
  maxDay: asMoney(dec('1000000000')),
  maxQuantity: null,
  maxPending: 50,
  maxPerMinute: 60,
}

const viewOf = (policy: Policy): ConnectionView => ({
  id: ASSISTANT,
  name: 'Helper',
  state: 'active',
  pausedUntil: null,
  pauseWhy: null,
  createdAt: epochMs(1),
  firstSeenAt: null,
  lastSeenAt: null,
  client: null,
  shadow: false,
  policy,
})

const inMemory = () => ({
  append: () => Promise.resolve(ok(undefined)),
  read: () => Promise.resolve(ok({ lines: [], tailCut: false })),
  replace: () => Promise.resolve(ok(undefined)),
  close: () => Promise.resolve(),
})

/** Lets requests wait for a condition, and makes them through the same service. */
function createWaiting(
  desk: SessionFixture,
  view: ConnectionView,
  instructionService: InstructionService,
): WaitingInstructions {
  return new WaitingInstructions({
    environment: 'practice',
    clock: systemClock,
    timers: systemTimers,
    random: systemRandom,
    crypto: nodeCrypto,
    log: { event: () => undefined },
    journal: inMemory(),
    audit: { append: () => Promise.resolve(ok({ seq: 1, hash: '' })) },
    connections: {
      get: (id) => (id === ASSISTANT ? view : null),
      onChange: () => () => undefined,
    },
    instructionService,
    session: desk.session,
    halted: { get: () => false, subscribe: () => () => undefined },
    contracts: NO_CONTRACT_FACTS,
    onUnreadable: () => undefined,
  })
}

function createService(desk: SessionFixture, view: ConnectionView): InstructionService {
  const { session } = desk
  let seq = 0
  const append = () => Promise.resolve(ok({ seq: (seq += 1), hash: '' }))
  return createInstructionService({
    presses: ALWAYS_PRESSED,
    environment: 'practice',
    clock: systemClock,
    timers: systemTimers,
    random: systemRandom,
    crypto: nodeCrypto,
    log: { event: () => undefined },
    evaluatePolicy,
    fetchFacts: createCardFacts(session, { clock: systemClock, timers: systemTimers }),
    journal: inMemory(),
    refusals: createRefusalLog({ audit: { append }, timers: systemTimers }),
    audit: { append, beginAll: () => ({ written: append(), proved: append() }) },
    connections: {
      get: (id: ConnectionId) => (id === ASSISTANT ? view : null),
      onChange: () => () => undefined,
    },
    orderGateway: session,
    exchangeNow: () => session.queries.exchangeNow(),
    accounts: () => session.connection.view().accounts,
    notReadyReason: () => notReadyReason(session.connection.view()),
    halted: { get: () => false, subscribe: () => () => undefined },
    tolerance: () => ({ ratio: dec('0.005'), ticks: 5 }),
  } as unknown as InstructionServiceDeps)
}

/** The official client, over HTTP, of a session on a practice exchange. */
export class AssistantClient {
  readonly desk: SessionFixture
  readonly instructions: InstructionService
  readonly waiting: WaitingInstructions
  readonly #endpoint: McpHttpServer
  readonly #client: Client

  private constructor(
    desk: SessionFixture,
    instructions: InstructionService,
    waiting: WaitingInstructions,
    endpoint: McpHttpServer,
    client: Client,
  ) {
    this.desk = desk
    this.instructions = instructions
    this.waiting = waiting
    this.#endpoint = endpoint
    this.#client = client
  }

  static async open(policy: Partial<Policy> = {}): Promise<AssistantClient> {
    const desk = await SessionFixture.open()
    const { session } = desk
    const view = viewOf({ ...WIDE, ...policy })
    const instructions = createService(desk, view)
    await instructions.restore()
    const waiting = createWaiting(desk, view, instructions)
    await waiting.restore()
    await until('the exchange clock', () => session.connection.view().exchangeOffsetMs !== null)
    const service = new AssistantService({
      scope: {
        scope: () => ({ toolsets: view.policy.toolsets, accounts: 'all' }),
        authorizeTool: () => Promise.resolve(ok(undefined)),
      },
      instructionService: instructions,
      waiting,
      connections: {
        authenticate: (token: string) =>
          token === KEY ? { id: ASSISTANT, name: 'Helper', state: 'active' } : null,
        markSeen: () => undefined,
        get: () => view,
        onChange: () => () => undefined,
      },
      session,
      watchlists: {
        book: session.watchlists,
        audit: { append: () => Promise.resolve(ok({})) },
        refusals: { record: () => Promise.resolve() },
        clock: { monotonic: () => performance.now() },
        isShown: true,
      },
      readLog: { record: () => undefined, close: () => undefined },
      timers: systemTimers,
      usage: (id: ConnectionId) => instructions.usage(id),
      halted: { get: () => false, subscribe: () => () => undefined },
      isCutOff: () => false,
      window: answeringPage(session),
    } as unknown as AssistantServiceDeps)
    const endpoint = await startMcpHttpServer({
      router: () => ({
        authenticate: (token) => service.authenticate(token),
        portOf: () => service,
      }),
      httpPort: 0,
      clock: systemClock,
      timers: systemTimers,
      log: { event: () => undefined },
      version: '0.0.0',
      limits: { burst: 1_000, perMinute: 60_000 },
    })
    const client = new Client({ name: 'test-client', version: '1.0.0' })
    await client.connect(
      new StreamableHTTPClientTransport(new URL(endpoint.url), {
        requestInit: { headers: { authorization: `Bearer ${KEY}` } },
      }),
    )
    return new AssistantClient(desk, instructions, waiting, endpoint, client)
  }

  /** The address and the key, for another client of the same assistant. */
  get access(): { readonly url: string; readonly key: string } {
    return { url: this.#endpoint.url, key: KEY }
  }

  /** Calls a tool; returns its error, or null when it succeeded. */
  async refusal(name: string, args: Record<string, unknown>): Promise<ToolError | null> {
    const answer = await this.#client.callTool({ name, arguments: args })
    if (answer.isError !== true) return null
    const [content] = answer.content as readonly { readonly text: string }[]
    return (JSON.parse(content?.text ?? '{}') as { readonly error: ToolError }).error
  }

  async call(name: string, args: Record<string, unknown>): Promise<Record<string, unknown>> {
    const answer = await this.#client.callTool({ name, arguments: args })
    if (answer.isError === true) throw new Error(JSON.stringify(answer.content))
    return answer.structuredContent as Record<string, unknown>
  }

  async close(): Promise<void> {
    await this.#client.close()
    await this.#endpoint.close()
    await this.waiting.dispose()
    this.instructions.dispose()
    await this.desk.close()
  }
}
