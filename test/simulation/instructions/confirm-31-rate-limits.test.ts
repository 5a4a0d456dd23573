import { describe, expect, it } from 'vitest'
import { nodeCrypto } from '../../../electron/adapters/crypto.js'
import { openConnections } from '../../../electron/core/instructions/connections/connections.js'
import { createHostedGate } from '../../../electron/core/instructions/queue/hosted-gate.js'
import { startHostedIntake } from '../../../electron/core/instructions/hosted/hosted-intake.js'
import type {
  InstructionSource,
  SourceClient,
  SourceInstruction,
  SourceUpdate,
} from '../../../electron/core/instruction-source-port.js'
import { ok } from '../../../shared/domain/result.js'
import { epochMs } from '../../../shared/domain/time.js'
import type { ConnectionView } from '../../../shared/domain/instructions/connection.js'
import { fakeDocument } from '../../fakes/document.js'
import { settle } from '../core/simulation.js'
import { ASSISTANT, InstructionFixture } from './harness/instruction-fixture.js'
import { draft } from './harness/fake-order-gateway.js'

const CLIENT = 'client'
const REQUESTED_AT = epochMs(1_763_735_400_000)
const HOUR_MS = 3_600_000
const always = <T>(value: T) => ({ get: () => value, subscribe: () => () => undefined })

/**
 * Returns one of four orders that a client requested in the same millisecond, as the provider lists
 * them; the limit is three a minute.
 */
const sourceInstruction = (
  sourceId: string,
  price: string,
  createdAt = REQUESTED_AT,
): SourceInstruction => ({
  sourceId,
  clientId: CLIENT,
  clientName: 'Hasty',
  reason: '',
  createdAt,
  expiresAt: epochMs(REQUESTED_AT + HOUR_MS),
  validForMs: HOUR_MS,
  acquiredFor: null,
  action: { kind: 'place', draft: draft(price) },
})
const FOUR = ['d', 'c', 'b', 'a'].map((sourceId, index) =>
  sourceInstruction(sourceId, `18${index}.5`),
)

/** Follows a provider that never answers rejections. */
async function follow() {
  const fixture = await new InstructionFixture().start()
  const rejected: string[] = []
  let publish: (news: SourceUpdate) => void = () => undefined
  const source: InstructionSource = {
    list: () => Promise.resolve(ok({ instructions: [], clients: [] })),
    subscribe: (listener) => {
      publish = listener
      return () => undefined
    },
    acquire: () => Promise.resolve(ok(undefined)),
    reportOutcome: () => Promise.resolve(ok(undefined)),
    revokeClient: () => Promise.resolve(ok(undefined)),
    reject: (sourceId) => {
      rejected.push(sourceId)
      return new Promise(() => undefined)
    },
  }
  const client: SourceClient = {
    clientId: CLIENT,
    name: 'Hasty',
    consent: 'consent',
    scopes: ['order:write'],
    accounts: [],
    lastSeenAt: null,
  }
  const log = { event: () => undefined }
  const admitted = await (
    await openConnections({
      file: fakeDocument(),
      clock: fixture.simulation.clock,
      random: fixture.simulation.random(),
      crypto: nodeCrypto,
      log,
      environment: 'practice',
    })
  ).hosted.register(client)
  if (!admitted.ok) throw new Error('not admitted')
  const view = (): ConnectionView => ({ ...admitted.value, id: ASSISTANT, state: fixture.state })
  const timers = fixture.simulation.timers()
  const gate = createHostedGate(() => Promise.resolve(source), timers)
  startHostedIntake({
    source: () => Promise.resolve(source),
    gate,
    instructionService: fixture.service,
    halted: always(false),
    ready: always(true),
    clock: fixture.simulation.clock,
    timers,
    log,
    connections: {
      hosted: {
        register: () => Promise.resolve(ok(view())),
        clientsListed: () => Promise.resolve(),
        all: () => [{ connection: view(), clientId: CLIENT, consent: 'consent' }],
      },
      get: view,
      onChange: () => () => undefined,
    },
  })
  await settle()
  const list = async (instructions: readonly SourceInstruction[]): Promise<void> => {
    publish(ok({ instructions, clients: [client] }))
    for (let round = 0; round < 20; round += 1) await settle()
  }
  const waiting = (): readonly (string | undefined)[] =>
    fixture.service
      .hostedInstructions()
      .filter(({ status }) => status === 'PENDING')
      .map(({ sourceId }) => sourceId)
  return { fixture, list, rejected, waiting }
}

describe('CONFIRM-31: requests through the hosted server', () => {
  it('accept the first ones of the same millisecond, whatever their ids are', async () => {
    const { list, rejected, waiting } = await follow()
    await list(FOUR)
    expect(waiting()).toEqual(['d', 'c', 'b'])
    expect(rejected).toEqual(['a'])
  })

  it('count an excess once, however long the provider lists it, without a pause', async () => {
    const { fixture, list, rejected, waiting } = await follow()
    for (let round = 0; round < 5; round += 1) await list(FOUR)
    expect(fixture.pauses).toEqual([])
    expect(fixture.audit.filter(({ kind }) => kind === 'refused')).toHaveLength(1)
    expect(waiting()).toEqual(['d', 'c', 'b'])
    expect(rejected).toEqual(['a'])
  })

  it('pause a connection that repeatedly requests too much', async () => {
    const { fixture, list } = await follow()
    const later = epochMs(REQUESTED_AT + 1_000)
    await list([
      ...FOUR,
      sourceInstruction('f', '170.5', later),
      sourceInstruction('e', '171.5', later),
    ])
    expect(fixture.pauses).toHaveLength(1)
  })
})
