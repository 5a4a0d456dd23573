import type { Message } from '../../message.js'
import type { Writer } from '../../writer.js'

/** Why a decision, or a change of a card, is refused. */
export const decisions = {
  changed: 'What the card shows has changed. Review it again.',
  ended: 'This instruction is not pending any more.',
  notSent: ({ reason }: { readonly reason: Message }, { message }: Writer) =>
    `Nothing was sent: ${message(reason)}.`,
  notShown: 'this card is not the one that is shown',
  notArmed: 'approve is not armed yet',
  notPressed:
    'no press on Approve was observed; press again, or allow assistive technology in Settings',
  notAcknowledged: 'a risk was not acknowledged',
  wrongQuantity: 'the typed quantity is not the one of this order',
  changeNotSaved: 'The change could not be saved.',
  extensionNotSaved: 'The longer time could not be saved.',
  notExtendable: 'It cannot be extended: the trading day ends.',
  notChangeable: 'It cannot be changed like this.',
  staysAsItWas: ({ reason }: { readonly reason: Message }, { message }: Writer) =>
    `It stays as it was: ${message(reason)}.`,
  policyDenies: 'the policy does not allow it',
} as const
