import type { Message } from '../message.js'
import type { Writer } from '../writer.js'

/** Assistants: access, connections, and why something about them failed. */
export const assistants = {
  offNotSaved:
    'Access is off now, but that could not be saved: it is on again when Countersign restarts. Disable it again then.',
  shadowNotOpened: ({ reason }: { readonly reason: Message }, { message }: Writer) =>
    `Shadow practice could not be opened: ${message(reason)}`,
  shadowNotBuilt: 'Shadow practice could not be started.',
  shadowClosed: 'Shadow practice was closed.',
  noPracticeProfile: 'There is no practice profile.',
  noLiveProfile: 'No live profile is open.',
  noHostedServer: 'The broker has no hosted server here.',
  noSuchServer: 'There is no such server here.',
  auditNotOpen: 'This audit log is not open.',
  portOfCopy:
    'Another running copy of Countersign, with another data folder, has this port. Choose another port here, or disable HTTP there.',
  portInUse: 'Another program listens on this port.',
  portTaken: ({ port }: { readonly port: string }) =>
    `It listens on port ${port}. An assistant that is set up over HTTP sends its key there. Renew the keys of those assistants in the Instructions panel, and choose another port.`,
  endpointFailed: 'The endpoint could not be opened.',
  servedByAnother:
    'Another running Countersign serves assistants from the same folder. Close it, then enable access here.',
  folderNotPrivate:
    'The folder of the assistants’ socket belongs to another user or cannot be closed to others, so access was not enabled.',
  pausedByHand: 'Paused by hand in Countersign.',
  pausedWithDecline: 'Paused by the person with a decline.',
  pausedAfterDeclines: 'The same order was declined twice in a row.',
  pausedForRate: 'It asked for too much too often.',
  pausedUntilSeen:
    'The list of assistants was lost, and this one may have been revoked before. Resume it if you still want its requests.',
  liftHaltFirst: 'Assistants are halted: resume assistants first, then each connection.',
  hostedName: 'A hosted assistant',
  nameNeeded: 'An assistant needs a name.',
  looksLike: ({ name }: { readonly name: string }) =>
    `This name looks like “${name}”. Choose one that cannot be mistaken for it.`,
  noRulesInProduction: 'In production every instruction needs your approval.',
  listNotWritten: 'The list of assistants cannot be written on this computer.',
  notPaired: 'This assistant is not paired.',
  alreadyRevoked: 'This assistant was revoked.',
  tooManyPaired: 'Too many assistants are paired.',
} as const
