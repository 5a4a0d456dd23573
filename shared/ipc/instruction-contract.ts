import type { ConfirmView } from '../domain/instructions/card.js'
import { returns, type Nothing, op } from './entry.js'
import type { AssistantsView } from '../domain/instructions/assistants-view.js'
import type { Pairing } from '../domain/instructions/connection.js'
import {
  type ClientPlan,
  type ClientSetup,
  type OutdatedClient,
  type UNDO_RESULTS,
  CLIENT_IDS,
} from '../domain/instructions/client-setup.js'
import type { Scorecard } from '../domain/instructions/scorecard.js'
import { type Halt, HALT_SCOPES } from '../domain/orders/halt.js'
import {
  type FlattenPlan,
  type Flattened,
  CLOSE_PARTS,
  MAX_CLOSING,
} from '../domain/orders/flatten.js'
import type {
  AuditRow,
  AuditReport,
  ReceiptPublicKey,
  ReceiptCheck,
} from '../domain/instructions/audit.js'
import { z } from 'zod'
import { ENVIRONMENTS } from '../domain/environment.js'
import { isPlainLine } from '../domain/text-safety.js'
import { zAccountId, zDigest } from '../domain/scalars.schema.js'
import {
  Amendment,
  Decision,
  zConnectionId,
  zInstructionId,
  zWaitingId,
} from '../domain/instructions/instruction.schema.js'
import { Policy } from '../domain/instructions/policy.schema.js'

const zHaltScope = z.enum(HALT_SCOPES)
/** The id of a flatten plan. */
const zPlanId = z.string().regex(/^[0-9a-f]{32}$/)
const zClientId = z.enum(CLIENT_IDS)

const nothing = z.strictObject({})
const main = ['main'] as const
const confirm = ['confirm'] as const
const byId = z.strictObject({ id: zConnectionId })
/** The environment of an open audit chain; absent means the open session's. */
const chain = z.enum(ENVIRONMENTS).optional()
const NAME_CHARS = 80
/** A name of one plain line, because it appears on the card that the person decides by. */
const name = z
  .string()
  .min(1)
  .max(NAME_CHARS)
  .refine((text) => isPlainLine(text, NAME_CHARS), 'not a plain line of text')

/**
 * Operations on assistants and their instructions. Only the confirm window decides, and it sends
 * only ids and digests (CONFIRM-1).
 */
export const instructionContract = {
  'confirm.get': op({
    in: nothing,
    out: returns<ConfirmView>(),
    surfaces: confirm,
    effect: 'read',
  }),
  /**
   * Reports that the page has drawn this card completely. Main starts the arming time here, and
   * checks focus, position and size itself (CONFIRM-7, CONFIRM-8, CONFIRM-18).
   */
  'confirm.shown': op({
    in: z.strictObject({ id: zInstructionId, digest: zDigest, complete: z.boolean() }),
    out: returns<Nothing>(),
    surfaces: confirm,
    effect: 'session',
  }),
  'confirm.decide': op({
    in: Decision,
    out: returns<ConfirmView>(),
    surfaces: confirm,
    effect: 'trade',
  }),
  'confirm.amend': op({
    in: z.strictObject({ id: zInstructionId, digest: zDigest, amendment: Amendment }),
    out: returns<ConfirmView>(),
    surfaces: confirm,
    effect: 'session',
  }),
  'confirm.requote': op({
    in: z.strictObject({ id: zInstructionId }),
    out: returns<ConfirmView>(),
    surfaces: confirm,
    effect: 'session',
  }),
  'confirm.extend': op({
    in: z.strictObject({ id: zInstructionId }),
    out: returns<ConfirmView>(),
    surfaces: confirm,
    effect: 'session',
  }),
  /** Postpones the card to the inbox; with `next`, another one is shown. */
  'confirm.later': op({
    in: z.strictObject({ id: zInstructionId.nullable() }),
    out: returns<Nothing>(),
    surfaces: confirm,
    effect: 'session',
  }),

  'instructions.show': op({
    in: z.strictObject({ id: zInstructionId }),
    out: returns<Nothing>(),
    surfaces: main,
    effect: 'session',
  }),
  /** Removes a waiting instruction; it will not wake any more. */
  'instructions.remove-waiting': op({
    in: z.strictObject({ connection: zConnectionId, id: zWaitingId }),
    out: returns<AssistantsView>(),
    surfaces: main,
    effect: 'session',
  }),
  'assistants.get': op({
    in: nothing,
    out: returns<AssistantsView>(),
    surfaces: main,
    effect: 'read',
  }),
  /** Enables or disables access; `http` also over HTTP on this port. */
  'assistants.endpoint': op({
    in: z.strictObject({
      on: z.boolean(),
      http: z.boolean(),
      port: z.number().int().min(1_024).max(65_535),
    }),
    out: returns<AssistantsView>(),
    surfaces: main,
    effect: 'authority',
  }),
  /**
   * Opens, moves or closes the address of the practice exchange's hosted server; the view shows
   * when its port is in use.
   */
  'assistants.hosted': op({
    in: z.strictObject({ on: z.boolean(), port: z.number().int().min(1_024).max(65_535) }),
    out: returns<AssistantsView>(),
    surfaces: main,
    effect: 'authority',
  }),
  'assistants.pair': op({
    in: z.strictObject({ name, shadow: z.boolean() }),
    out: returns<Pairing>(),
    surfaces: main,
    effect: 'authority',
  }),
  /**
   * Finds the change that adds a new key to a client's settings, for the person to read. Writes
   * nothing. `assistants.pair` returned the key, which main does not store.
   */
  'assistants.client-plan': op({
    in: z.strictObject({ client: zClientId, connection: zConnectionId, token: z.string().max(80) }),
    out: returns<ClientPlan>(),
    surfaces: main,
    effect: 'session',
  }),
  /**
   * Writes the change that was shown last. `ownerOnly`: nobody else may read the file from then on.
   */
  'assistants.client-write': op({
    in: z.strictObject({ plan: z.string().max(80), ownerOnly: z.boolean() }),
    out: returns<Nothing>(),
    surfaces: main,
    effect: 'session',
  }),
  'assistants.client-undo': op({
    in: z.strictObject({ client: zClientId, connection: zConnectionId }),
    out: returns<{ readonly result: (typeof UNDO_RESULTS)[number] }>(),
    surfaces: main,
    effect: 'session',
  }),
  /**
   * Returns the clients whose settings start Countersign by a command of an earlier version, which
   * an update or a moved program has made invalid.
   */
  'assistants.client-outdated': op({
    in: nothing,
    out: returns<{ readonly clients: readonly OutdatedClient[] }>(),
    surfaces: main,
    effect: 'read',
  }),
  /** Finds the change that renews such a command, for the person to read. Writes nothing. */
  'assistants.client-renewal': op({
    in: z.strictObject({ client: zClientId }),
    out: returns<ClientPlan>(),
    surfaces: main,
    effect: 'session',
  }),
  /** Returns the changes of clients' settings that can be undone. */
  'assistants.client-list': op({
    in: nothing,
    out: returns<{ readonly setups: readonly ClientSetup[] }>(),
    surfaces: main,
    effect: 'read',
  }),
  /** Calls the endpoint as a client with this key does; `ms` is how long the answer took. */
  'assistants.test-call': op({
    in: z.strictObject({ token: z.string().max(80) }),
    out: returns<{ readonly ms: number }>(),
    surfaces: main,
    effect: 'session',
  }),
  'assistants.rename': op({
    in: z.strictObject({ id: zConnectionId, name }),
    out: returns<AssistantsView>(),
    surfaces: main,
    effect: 'session',
  }),
  /**
   * Changes a policy and withdraws pending instructions. When the app lock is on, raising a limit
   * or widening a scope requires the person's authentication first.
   */
  'assistants.policy': op({
    in: z.strictObject({ id: zConnectionId, policy: Policy }),
    out: returns<AssistantsView>(),
    surfaces: main,
    effect: 'authority',
  }),
  'assistants.pause': op({
    in: z.strictObject({
      id: zConnectionId,
      minutes: z.number().int().min(1).max(1_440).nullable(),
    }),
    out: returns<AssistantsView>(),
    surfaces: main,
    effect: 'session',
  }),
  'assistants.resume': op({
    in: byId,
    out: returns<AssistantsView>(),
    surfaces: main,
    effect: 'authority',
  }),
  /** Replaces the key of an assistant; the one before is refused at once. */
  'assistants.renew-key': op({
    in: byId,
    out: returns<Pairing>(),
    surfaces: main,
    effect: 'authority',
  }),
  'assistants.revoke': op({
    in: byId,
    out: returns<AssistantsView>(),
    surfaces: main,
    effect: 'session',
  }),
  /** Returns the report card of an assistant; null for one that is not paired. */
  'assistants.scorecard': op({
    in: byId,
    out: returns<{ readonly card: Scorecard | null }>(),
    surfaces: main,
    effect: 'read',
  }),
  /**
   * The kill switch: halts assistants (with scope `all`, all trading too), disconnects every
   * connection, ends pending instructions, cancels the orders that assistants placed (or all), and
   * queries Order Detail until each is final. Answers within about twelve seconds with the orders
   * that are left. `AssistantsView.halt` has the same data from the start, stays up to date and
   * survives a restart. Works while Countersign is locked, disarmed or already halted.
   */
  'assistants.kill': op({
    in: z.strictObject({
      why: z.string().min(1).max(200),
      scope: zHaltScope.default('assistants'),
    }),
    out: returns<Halt>(),
    surfaces: main,
    effect: 'trade',
  }),
  /**
   * Lifts the halt of assistants, with the person's authentication when the app lock is on. Keys
   * work again, but each connection that the halt paused stays paused until it is resumed.
   * `session.set-trading` lifts the halt of trading.
   */
  'assistants.release': op({
    in: nothing,
    out: returns<AssistantsView>(),
    surfaces: main,
    effect: 'authority',
  }),
  /**
   * Returns the orders that would close the positions (those opened by assistants' orders, or all),
   * for the person to read. Sends nothing; the plan is valid for 60 s.
   */
  'trading.flatten-plan': op({
    in: z.strictObject({ scope: zHaltScope }),
    out: returns<FlattenPlan>(),
    surfaces: main,
    effect: 'session',
  }),
  /**
   * Returns the orders that would close these positions or half of each, or reverse a single one,
   * as `trading.flatten-plan` does for all.
   */
  'trading.close-plan': op({
    in: z
      .strictObject({
        positions: z
          .array(z.strictObject({ accountId: zAccountId, positionId: z.string().min(1).max(64) }))
          .min(1)
          .max(MAX_CLOSING),
        part: z.enum(CLOSE_PARTS).default('all'),
      })
      .refine(({ positions, part }) => part !== 'reverse' || positions.length === 1),
    out: returns<FlattenPlan>(),
    surfaces: main,
    effect: 'session',
  }),
  /**
   * Sends a plan that the person has confirmed, once: orders that reduce positions, also while
   * trading is halted or disarmed, and the second order of a reverse, to which every limit applies.
   */
  'trading.flatten': op({
    in: z.strictObject({ plan: zPlanId }),
    out: returns<Flattened>(),
    surfaces: main,
    effect: 'trade',
  }),
  'audit.page': op({
    in: z.strictObject({
      before: z.number().int().nullable(),
      kinds: z.array(z.string().max(40)).max(20),
      text: z.string().max(80),
      chain,
    }),
    out: returns<{ readonly rows: readonly AuditRow[]; readonly more: boolean }>(),
    surfaces: main,
    effect: 'read',
  }),
  'audit.verify': op({
    in: z.strictObject({ chain }),
    out: returns<AuditReport>(),
    surfaces: main,
    effect: 'session',
  }),
  /** Requests a file name and saves a whole chain. False when the person canceled. */
  'audit.export': op({
    in: z.strictObject({ chain }),
    out: returns<{ readonly saved: boolean }>(),
    surfaces: main,
    effect: 'session',
  }),
  /** Requests a file name and saves the receipt of one instruction. */
  'audit.save-receipt': op({
    in: z.strictObject({ instruction: zInstructionId }),
    out: returns<{ readonly saved: boolean }>(),
    surfaces: main,
    effect: 'session',
  }),
  /** The public key of the receipts of an environment. */
  'audit.receipt-key': op({
    in: z.strictObject({ chain }),
    out: returns<ReceiptPublicKey>(),
    surfaces: main,
    effect: 'read',
  }),
  'audit.save-receipt-key': op({
    in: z.strictObject({ chain }),
    out: returns<{ readonly saved: boolean }>(),
    surfaces: main,
    effect: 'session',
  }),
  /** Requests a receipt's file and checks it. Null when the person canceled. */
  'audit.check-receipt': op({
    in: nothing,
    out: returns<{ readonly check: ReceiptCheck | null }>(),
    surfaces: main,
    effect: 'session',
  }),
} as const
