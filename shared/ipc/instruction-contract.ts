import { z } from 'zod'
import { isPlainLine } from '../domain/text-safety.js'
import { op } from './entry.js'
import { zAmendment, zAssistantsView, zAuditReport, zAuditRow, zConfirmView, zConnectionId, zDecision, zDigest, zInstructionId, zPairing, zPolicy } from './instructions.js'

const nothing = z.strictObject({})
const main = ['main'] as const
const confirm = ['confirm'] as const
const byId = z.strictObject({ id: zConnectionId })
const NAME_CHARS = 80
/** One line of ordinary text: it stands on the card that the person decides by. */
const name = z.string().min(1).max(NAME_CHARS).refine((text) => isPlainLine(text, NAME_CHARS), 'not a plain line of text')

/** Entries of assistants and their instructions. Only the confirm window decides, and it names ids and digests only (rule 1). */
export const instructionContract = {
  'confirm.get': op({ in: nothing, out: zConfirmView, surfaces: confirm, effect: 'read' }),
  /** The page has drawn this card whole. Main counts from here, and watches focus, place and size itself (rules 7, 8, 18). */
  'confirm.shown': op({ in: z.strictObject({ id: zInstructionId, digest: zDigest, whole: z.boolean() }), out: nothing, surfaces: confirm, effect: 'session' }),
  'confirm.decide': op({ in: zDecision, out: zConfirmView, surfaces: confirm, effect: 'trade' }),
  'confirm.amend': op({ in: z.strictObject({ id: zInstructionId, digest: zDigest, amendment: zAmendment }), out: zConfirmView, surfaces: confirm, effect: 'session' }),
  'confirm.requote': op({ in: z.strictObject({ id: zInstructionId }), out: zConfirmView, surfaces: confirm, effect: 'session' }),
  'confirm.extend': op({ in: z.strictObject({ id: zInstructionId }), out: zConfirmView, surfaces: confirm, effect: 'session' }),
  /** "Not now": the card goes back to the inbox; with `next`, another one is shown. */
  'confirm.later': op({ in: z.strictObject({ id: zInstructionId.nullable() }), out: nothing, surfaces: confirm, effect: 'session' }),

  'instructions.show': op({ in: z.strictObject({ id: zInstructionId }), out: nothing, surfaces: main, effect: 'session' }),
  'assistants.get': op({ in: nothing, out: zAssistantsView, surfaces: main, effect: 'read' }),
  'assistants.endpoint': op({ in: z.strictObject({ on: z.boolean(), port: z.number().int().min(1_024).max(65_535) }), out: zAssistantsView, surfaces: main, effect: 'session' }),
  'assistants.pair': op({ in: z.strictObject({ name, shadow: z.boolean() }), out: zPairing, surfaces: main, effect: 'session' }),
  'assistants.rename': op({ in: z.strictObject({ id: zConnectionId, name }), out: zAssistantsView, surfaces: main, effect: 'session' }),
  /** Raising any limit or widening any scope asks for the person first where the app lock is on; it withdraws what is pending. */
  'assistants.policy': op({ in: z.strictObject({ id: zConnectionId, policy: zPolicy }), out: zAssistantsView, surfaces: main, effect: 'session' }),
  'assistants.pause': op({ in: z.strictObject({ id: zConnectionId, minutes: z.number().int().min(1).max(1_440).nullable() }), out: zAssistantsView, surfaces: main, effect: 'session' }),
  'assistants.resume': op({ in: byId, out: zAssistantsView, surfaces: main, effect: 'session' }),
  'assistants.revoke': op({ in: byId, out: zAssistantsView, surfaces: main, effect: 'session' }),
  /** Halts assistants: withdraws what is pending, pauses every connection, cancels what they placed; answers what is left. */
  'assistants.kill': op({
    in: z.strictObject({ why: z.string().min(1).max(200) }), out: z.strictObject({ withdrawn: z.number().int(), cancelled: z.number().int(), working: z.number().int(), unknown: z.number().int() }), surfaces: main, effect: 'trade',
  }),
  'audit.page': op({
    in: z.strictObject({ before: z.number().int().nullable(), kinds: z.array(z.string().max(40)).max(20), text: z.string().max(80) }), out: z.strictObject({ rows: z.array(zAuditRow).max(200), more: z.boolean() }), surfaces: main, effect: 'read',
  }),
  'audit.verify': op({ in: nothing, out: zAuditReport, surfaces: main, effect: 'session' }),
  /** Asks where to save; the whole chain, or the receipt of one instruction. False when the person thought better of it. */
  'audit.export': op({ in: z.strictObject({ instruction: zInstructionId.nullable() }), out: z.strictObject({ saved: z.boolean() }), surfaces: main, effect: 'session' }),
} as const
