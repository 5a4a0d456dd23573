import type { AuditPort } from '../core/audit/audit-port.js'
import type {
  AssistantSession,
  KillResult,
} from '../core/instructions/assistant/assistant-session.js'
import { nameProblem } from '../core/instructions/connections/connection-name.js'
import type { ConfirmService } from '../core/instructions/confirm/confirm-router.js'
import type { LiveRows, LiveValue } from '../core/live-values.js'
import type { FileError } from '../core/ports.js'
import type { ClientOrderId, ConnectionId, InstructionId } from '../../shared/domain/ids.js'
import type { Environment } from '../../shared/domain/environment.js'
import type { ReceiptCheck, ReceiptPublicKey } from '../../shared/domain/instructions/audit.js'
import { err, ok, type Result } from '../../shared/domain/result.js'
import { appError, type AppError } from '../../shared/domain/app/app-error.js'
import type { HaltScope } from '../../shared/domain/orders/halt.js'
import type {
  AccessChoice,
  AssistantsView,
} from '../../shared/domain/instructions/assistants-view.js'
import type { InstructionRow } from '../../shared/domain/instructions/instruction-row.js'
import type {
  ClientId,
  ClientPlan,
  ClientSetup,
  OutdatedClient,
  UndoResult,
} from '../../shared/domain/instructions/client-setup.js'
import type { Pairing } from '../../shared/domain/instructions/connection.js'
import type { assistantChangesContract } from '../../shared/ipc/assistant-changes.js'
import type { instructionContract } from '../../shared/ipc/instruction-contract.js'
import type { Handlers } from './handler.js'
import { message } from '../../shared/messages/make-message.js'
import type { Message } from '../../shared/messages/message.js'
import { storedMessage } from '../../shared/messages/stored-message.js'
import { fileErrorMessage } from '../core/file-error.js'

/** Operations on assistants for a page. */
export interface AssistantServices {
  /** Returns the assistant session of the open session; waits for the first. */
  assistantSession(): Promise<AssistantSession>
  readonly view: LiveValue<AssistantsView>
  /** The confirm window's content and decisions, for all assistant sessions. */
  readonly confirm: ConfirmService
  readonly rows: LiveRows<InstructionRow>
  /** Returns the orders that the person sent from a ticket which an assistant filled. */
  preparedOrders(): ReadonlyMap<ClientOrderId, string>
  /** Returns the assistant session of a connection: the open session's, or shadow practice's. */
  assistantSessionFor(connection: ConnectionId): Promise<AssistantSession>
  /** Creates a connection. `shadow`: confined to shadow practice beside a live profile. */
  pair(name: string, shadow: boolean): Promise<Result<Omit<Pairing, 'snippets'>, AppError>>
  /** Triggers the kill switch in every assistant session; returns what is left in all of them. */
  kill(why: Message, scope: HaltScope): Promise<KillResult>
  /** Lifts the halt in every assistant session. */
  release(): Promise<Result<void, FileError>>
  /**
   * Starts, moves or stops the MCP endpoint; a port in use is shown in the view and is no error.
   */
  setEndpoint(choice: AccessChoice): Promise<Result<void, AppError>>
  /** Does the same for the address of the practice exchange's hosted server. */
  setHosted(on: boolean, port: number): Promise<Result<void, AppError>>
  /** True when the person has just confirmed their identity, or no lock is set. */
  steppedUp(): boolean
  /** Returns the configuration snippets for the common clients. */
  snippets(name: string, token: string): Promise<Pairing['snippets']>
  /** Finds the change of a client's settings for a key that is valid now. */
  planClient(
    client: ClientId,
    connection: ConnectionId,
    token: string,
  ): Promise<Result<ClientPlan, AppError>>
  writeClient(plan: string, ownerOnly: boolean): Promise<Result<void, AppError>>
  undoClient(client: ClientId, connection: ConnectionId): Promise<Result<UndoResult, AppError>>
  clientSetups(): Promise<readonly ClientSetup[]>
  /** Returns clients whose settings start the bridge by a command of an earlier version. */
  outdatedClients(): Promise<readonly OutdatedClient[]>
  /** Finds the change that renews such a command. */
  planRenewal(client: ClientId): Promise<Result<ClientPlan, AppError>>
  /** Calls the endpoint with a key; returns the milliseconds until its answer. */
  testCall(token: string): Promise<Result<number, AppError>>
  /** Shows the confirm window at the person's request. */
  showConfirm(): void
  /** Returns the audit log of an open environment; of the open session when none is named. */
  audit(chain: Environment | undefined): Promise<Result<AuditPort, AppError>>
  /** Asks for a file and writes the audit log to it; false when the person cancels. */
  saveAudit(chain: Environment | undefined): Promise<Result<boolean, AppError>>
  /** Saves the receipt of an instruction from the log that contains it. */
  saveReceipt(instruction: InstructionId): Promise<Result<boolean, AppError>>
  receiptKey(chain: Environment | undefined): Promise<Result<ReceiptPublicKey, AppError>>
  saveReceiptKey(chain: Environment | undefined): Promise<Result<boolean, AppError>>
  /** Asks for a receipt's file and checks it; null when the person cancels. */
  checkReceipt(): Promise<Result<ReceiptCheck | null, AppError>>
}

type InstructionOps = keyof typeof instructionContract
type ChangeOps = keyof typeof assistantChangesContract
const AUDIT_PAGE = 100

const storageFailed = (error: FileError): { readonly ok: false; readonly error: AppError } =>
  err(appError('storage/failed', fileErrorMessage(error)))
const stepUpFirst = (): { readonly ok: false; readonly error: AppError } =>
  err(appError('lock/step-up', message('profiles.confirmFirst')))

type Ops<K extends InstructionOps | ChangeOps> = Pick<Handlers, K>
type OpsOf<Prefix extends string> = Ops<Extract<InstructionOps, `${Prefix}.${string}`>>

/** Creates one handler per instruction operation; each only forwards to the service in charge. */
export const createInstructionHandlers = (
  services: AssistantServices,
): Ops<InstructionOps | ChangeOps> => ({
  ...confirmHandlers(services),
  ...waitingHandlers(services),
  ...assistantHandlers(services),
  ...clientHandlers(services),
  ...connectionHandlers(services),
  ...haltHandlers(services),
  ...auditHandlers(services),
  ...changeHandlers(services),
})

/** The operations on what assistants changed in the window. */
const changeHandlers = (services: AssistantServices): Ops<ChangeOps> => {
  const changes = async () => (await services.assistantSession()).windowChanges
  return {
    'assistant-changes.decide': async ({ id, decision, shown }) => {
      const decided = await (await changes()).decide(id, decision, shown)
      return decided.ok ? ok({}) : decided
    },
    'assistant-changes.answer': async ({ id, answer }) =>
      ok({ isLate: !(await changes()).answer(id, answer) }),
    'assistant-changes.sent': async ({ id, orders }) => {
      await (await changes()).recordSent(id, orders)
      return ok({})
    },
  }
}

const confirmHandlers = (
  services: AssistantServices,
): OpsOf<'confirm'> & Ops<'instructions.show'> => ({
  'confirm.get': async () => {
    await services.assistantSession()
    return ok(services.confirm.confirm.get())
  },
  'confirm.shown': ({ id, digest, complete: isComplete }) => {
    services.confirm.markShown(id, digest, isComplete)
    return Promise.resolve(ok({}))
  },
  'confirm.decide': (decision) => services.confirm.decide(decision),
  'confirm.amend': ({ id, digest, amendment }) => services.confirm.amend(id, digest, amendment),
  'confirm.requote': ({ id }) => services.confirm.requote(id),
  'confirm.extend': ({ id }) => services.confirm.extend(id),
  'confirm.later': ({ id }) => {
    services.confirm.defer(id)
    return Promise.resolve(ok({}))
  },
  'instructions.show': ({ id }) => {
    services.confirm.show(id)
    services.showConfirm()
    return Promise.resolve(ok({}))
  },
})

const waitingHandlers = (services: AssistantServices): Ops<'instructions.remove-waiting'> => ({
  'instructions.remove-waiting': async ({ connection, id }) => {
    const { waiting } = await services.assistantSessionFor(connection)
    const removed = await waiting.remove(id, 'person')
    return removed.ok
      ? ok(services.view.get())
      : err(appError('instruction/refused', removed.error.message))
  },
})

/** The connections that the person sees: of the open profile, and of shadow practice beside it. */
const namedOf = (services: AssistantServices) =>
  services.view.get().connections.filter(({ state }) => state !== 'revoked')

/** The operations on access for assistants: the endpoint, the hosted server, new connections. */
const assistantHandlers = (
  services: AssistantServices,
): Ops<'assistants.get' | 'assistants.endpoint' | 'assistants.hosted' | 'assistants.pair'> => ({
  'assistants.get': () => Promise.resolve(ok(services.view.get())),
  'assistants.endpoint': async (choice) => {
    if (choice.on && !services.steppedUp()) return stepUpFirst()
    const done = await services.setEndpoint(choice)
    return done.ok ? ok(services.view.get()) : done
  },
  'assistants.hosted': async ({ on, port }) => {
    if (on && !services.steppedUp()) return stepUpFirst()
    const done = await services.setHosted(on, port)
    return done.ok ? ok(services.view.get()) : done
  },
  'assistants.pair': async ({ name, shadow }) => {
    // A new key grants authority, like a raised limit.
    if (!services.steppedUp()) return stepUpFirst()
    const problem = nameProblem(name, namedOf(services))
    if (problem !== null) return err(appError('instruction/refused', problem))
    const paired = await services.pair(name, shadow)
    if (!paired.ok) return paired
    const { connection, token } = paired.value
    return ok({ connection, token, snippets: await services.snippets(name, token) })
  },
})

type ClientOp =
  | 'client-outdated'
  | 'client-renewal'
  | 'client-plan'
  | 'client-write'
  | 'client-undo'
  | 'client-list'
  | 'test-call'

/** The operations on the settings of assistants' programs. */
const clientHandlers = (services: AssistantServices): Ops<`assistants.${ClientOp}`> => ({
  'assistants.client-plan': ({ client, connection, token }) =>
    services.planClient(client, connection, token),
  'assistants.client-write': async ({ plan, ownerOnly }) => {
    const written = await services.writeClient(plan, ownerOnly)
    return written.ok ? ok({}) : written
  },
  'assistants.client-undo': async ({ client, connection }) => {
    const undone = await services.undoClient(client, connection)
    return undone.ok ? ok({ result: undone.value }) : undone
  },
  'assistants.client-outdated': async () =>
    ok({ clients: [...(await services.outdatedClients())] }),
  'assistants.client-renewal': ({ client }) => services.planRenewal(client),
  'assistants.client-list': async () => ok({ setups: [...(await services.clientSetups())] }),
  'assistants.test-call': async ({ token }) => {
    const answered = await services.testCall(token)
    return answered.ok ? ok({ ms: answered.value }) : answered
  },
})

type ConnectionOp = 'rename' | 'renew-key' | 'policy' | 'pause' | 'resume' | 'revoke' | 'scorecard'

const connectionHandlers = (services: AssistantServices): Ops<`assistants.${ConnectionOp}`> => {
  const sessionFor = (id: ConnectionId) => services.assistantSessionFor(id)
  return {
    'assistants.rename': async ({ id, name }) => {
      const problem = nameProblem(name, namedOf(services), id)
      return problem === null
        ? toView(services, await (await sessionFor(id)).connections.rename(id, name))
        : err(appError('instruction/refused', problem))
    },
    'assistants.renew-key': async ({ id }) => {
      if (!services.steppedUp()) return stepUpFirst()
      const renewed = await (await sessionFor(id)).connections.renewKey(id)
      if (!renewed.ok) return storageFailed(renewed.error)
      const { connection, token } = renewed.value
      const snippets = await services.snippets(connection.name, token)
      return ok({ connection, token, snippets })
    },
    'assistants.policy': async ({ id, policy }) => {
      const { connections } = await sessionFor(id)
      if (connections.raisesLimits(id, policy) && !services.steppedUp()) return stepUpFirst()
      return toView(services, await connections.setPolicy(id, policy))
    },
    'assistants.pause': async ({ id, minutes }) => {
      const { connections } = await sessionFor(id)
      return toView(
        services,
        await connections.pause(id, minutes, message('assistants.pausedByHand')),
      )
    },
    'assistants.resume': async ({ id }) => {
      const { connections, halt } = await sessionFor(id)
      return halt.get() === null
        ? toView(services, await connections.resume(id))
        : err(appError('instruction/refused', message('assistants.liftHaltFirst')))
    },
    'assistants.revoke': async ({ id }) =>
      toView(services, await (await sessionFor(id)).connections.revoke(id)),
    'assistants.scorecard': async ({ id }) =>
      ok({ card: await (await sessionFor(id)).scorecard(id) }),
  }
}

const haltHandlers = (
  services: AssistantServices,
): OpsOf<'trading'> & Ops<'assistants.kill' | 'assistants.release'> => ({
  'assistants.kill': async ({ why, scope }) => ok(await services.kill(storedMessage(why), scope)),
  'assistants.release': async () =>
    services.steppedUp() ? toView(services, await services.release()) : stepUpFirst(),
  'trading.flatten-plan': async ({ scope }) =>
    (await services.assistantSession()).flatten.plan(scope),
  'trading.close-plan': async ({ positions, part }) =>
    (await services.assistantSession()).flatten.planPositions(positions, part),
  'trading.flatten': async ({ plan }) => (await services.assistantSession()).flatten.run(plan),
})

const auditHandlers = (services: AssistantServices): OpsOf<'audit'> => ({
  'audit.page': async ({ before, kinds, text, chain }) => {
    const audit = await services.audit(chain)
    if (!audit.ok) return audit
    const { rows, more } = await audit.value.page({ before, kinds, text, limit: AUDIT_PAGE })
    return ok({ rows: [...rows], more })
  },
  'audit.verify': async ({ chain }) => {
    const audit = await services.audit(chain)
    return audit.ok ? ok(await audit.value.verify()) : audit
  },
  'audit.export': async ({ chain }) => toSaved(await services.saveAudit(chain)),
  'audit.save-receipt': async ({ instruction }) => toSaved(await services.saveReceipt(instruction)),
  'audit.receipt-key': ({ chain }) => services.receiptKey(chain),
  'audit.save-receipt-key': async ({ chain }) => toSaved(await services.saveReceiptKey(chain)),
  'audit.check-receipt': async () => {
    const checked = await services.checkReceipt()
    return checked.ok ? ok({ check: checked.value }) : checked
  },
})

const toSaved = (
  saved: Result<boolean, AppError>,
): Result<{ readonly saved: boolean }, AppError> => (saved.ok ? ok({ saved: saved.value }) : saved)

/** Returns the view of assistants after a change that was stored. */
const toView = (
  services: AssistantServices,
  done: Result<void, FileError>,
): Result<AssistantsView, AppError> =>
  done.ok ? ok(services.view.get()) : storageFailed(done.error)
