import { z } from 'zod'
import { ENVIRONMENTS } from '../domain/environment.js'
import { isPlainLine } from '../domain/text-safety.js'
import { op } from './entry.js'
import { zFlattened, zFlattenPlan, zHalt, zHaltScope } from './halt.js'
import { zScorecard } from './scorecard.js'
import {
  zAmendment,
  zAssistantsView,
  zAuditReport,
  zAuditRow,
  zConfirmView,
  zConnectionId,
  zDecision,
  zDigest,
  zInstructionId,
  zPairing,
  zPolicy,
} from './instructions.js'

const nothing = z.strictObject({})
const main = ['main'] as const
const confirm = ['confirm'] as const
const byId = z.strictObject({ id: zConnectionId })
/**
 * Which of the audit chains that are open, by its environment; the open session's where none is
 * named.
 */
const chain = z.enum(ENVIRONMENTS).optional()
const NAME_CHARS = 80
/** One line of ordinary text: it stands on the card that the person decides by. */
const name = z
  .string()
  .min(1)
  .max(NAME_CHARS)
  .refine((text) => isPlainLine(text, NAME_CHARS), 'not a plain line of text')

/**
 * Entries of assistants and their instructions. Only the confirm window decides, and it names ids
 * and digests only (CONFIRM-1).
 */
export const instructionContract = {
  'confirm.get': op({ in: nothing, out: zConfirmView, surfaces: confirm, effect: 'read' }),
  /**
   * The page has drawn this card whole. Main counts from here, and watches focus, place and size
   * itself (CONFIRM-7, CONFIRM-8, CONFIRM-18).
   */
  'confirm.shown': op({
    in: z.strictObject({ id: zInstructionId, digest: zDigest, complete: z.boolean() }),
    out: nothing,
    surfaces: confirm,
    effect: 'session',
  }),
  'confirm.decide': op({ in: zDecision, out: zConfirmView, surfaces: confirm, effect: 'trade' }),
  'confirm.amend': op({
    in: z.strictObject({ id: zInstructionId, digest: zDigest, amendment: zAmendment }),
    out: zConfirmView,
    surfaces: confirm,
    effect: 'session',
  }),
  'confirm.requote': op({
    in: z.strictObject({ id: zInstructionId }),
    out: zConfirmView,
    surfaces: confirm,
    effect: 'session',
  }),
  'confirm.extend': op({
    in: z.strictObject({ id: zInstructionId }),
    out: zConfirmView,
    surfaces: confirm,
    effect: 'session',
  }),
  /** "Not now": the card goes back to the inbox; with `next`, another one is shown. */
  'confirm.later': op({
    in: z.strictObject({ id: zInstructionId.nullable() }),
    out: nothing,
    surfaces: confirm,
    effect: 'session',
  }),

  'instructions.show': op({
    in: z.strictObject({ id: zInstructionId }),
    out: nothing,
    surfaces: main,
    effect: 'session',
  }),
  'assistants.get': op({ in: nothing, out: zAssistantsView, surfaces: main, effect: 'read' }),
  'assistants.endpoint': op({
    in: z.strictObject({ on: z.boolean(), port: z.number().int().min(1_024).max(65_535) }),
    out: zAssistantsView,
    surfaces: main,
    effect: 'session',
  }),
  /**
   * Opens, moves or closes the address at which clients find the practice exchange's hosted server;
   * a port that is taken shows in the view.
   */
  'assistants.hosted': op({
    in: z.strictObject({ on: z.boolean(), port: z.number().int().min(1_024).max(65_535) }),
    out: zAssistantsView,
    surfaces: main,
    effect: 'session',
  }),
  'assistants.pair': op({
    in: z.strictObject({ name, shadow: z.boolean() }),
    out: zPairing,
    surfaces: main,
    effect: 'session',
  }),
  'assistants.rename': op({
    in: z.strictObject({ id: zConnectionId, name }),
    out: zAssistantsView,
    surfaces: main,
    effect: 'session',
  }),
  /**
   * Raising any limit or widening any scope asks for the person first where the app lock is on; it
   * withdraws what is pending.
   */
  'assistants.policy': op({
    in: z.strictObject({ id: zConnectionId, policy: zPolicy }),
    out: zAssistantsView,
    surfaces: main,
    effect: 'session',
  }),
  'assistants.pause': op({
    in: z.strictObject({
      id: zConnectionId,
      minutes: z.number().int().min(1).max(1_440).nullable(),
    }),
    out: zAssistantsView,
    surfaces: main,
    effect: 'session',
  }),
  'assistants.resume': op({ in: byId, out: zAssistantsView, surfaces: main, effect: 'session' }),
  'assistants.revoke': op({ in: byId, out: zAssistantsView, surfaces: main, effect: 'session' }),
  /** What came of everything that an assistant asked for; null for one that is not paired. */
  'assistants.scorecard': op({
    in: byId,
    out: z.strictObject({ card: zScorecard.nullable() }),
    surfaces: main,
    effect: 'read',
  }),
  /**
   * The kill switch: halts assistants (or, with scope `all`, all trading as well), cuts every
   * connection off, ends what is pending, cancels
   * what assistants placed (or everything), and asks Order Detail until each order is final.
   * Answers within about twelve seconds with what
   * is left; the same stands in `AssistantsView.halt` from the first moment, is kept up to date
   * there and survives a restart. Works while
   * the desk is locked, disarmed or halted already.
   */
  'assistants.kill': op({
    in: z.strictObject({
      why: z.string().min(1).max(200),
      scope: zHaltScope.default('assistants'),
    }),
    out: zHalt,
    surfaces: main,
    effect: 'trade',
  }),
  /**
   * Lifts the halt of assistants: the person's deliberate act, shown to be theirs where the app
   * lock is on. Keys open the door again, but
   * every connection that the halt paused stays paused until it is resumed. The halt of trading is
   * lifted by `session.set-trading`.
   */
  'assistants.release': op({
    in: nothing,
    out: zAssistantsView,
    surfaces: main,
    effect: 'session',
  }),
  /**
   * What closing the positions (those that assistants' orders opened, or all) would send, for the
   * person to read. Sends nothing; good for 60 s.
   */
  'trading.flatten-plan': op({
    in: z.strictObject({ scope: zHaltScope }),
    out: zFlattenPlan,
    surfaces: main,
    effect: 'session',
  }),
  /**
   * Sends a plan that the person read and confirmed, once: only orders that make positions smaller,
   * also while trading is halted or disarmed.
   */
  'trading.flatten': op({
    in: z.strictObject({ plan: zFlattenPlan.shape.plan }),
    out: zFlattened,
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
    out: z.strictObject({ rows: z.array(zAuditRow).max(200), more: z.boolean() }),
    surfaces: main,
    effect: 'read',
  }),
  'audit.verify': op({
    in: z.strictObject({ chain }),
    out: zAuditReport,
    surfaces: main,
    effect: 'session',
  }),
  /**
   * Asks where to save; a whole chain, or the receipt of one instruction. False when the person
   * thought better of it.
   */
  'audit.export': op({
    in: z.strictObject({ instruction: zInstructionId.nullable(), chain }),
    out: z.strictObject({ saved: z.boolean() }),
    surfaces: main,
    effect: 'session',
  }),
} as const
