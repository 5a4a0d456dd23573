import { message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'
import type { FileError } from '../ports.js'
import type { ManifestProblem } from './signed-manifest.js'
import type { UpdateDecision } from './update-decision.js'
import type { DownloadProblem } from './update-download.js'
import type { PrepareProblem } from './update-ports.js'

const MANIFEST_PROBLEMS = {
  'not-a-manifest': message('updates.notAManifest'),
  'wrong-signature': message('updates.wrongSignature'),
  'keys-not-accepted': message('updates.keysNotAccepted'),
} as const satisfies Readonly<Record<ManifestProblem, Message>>

/** Says why a published manifest was not believed. */
export const manifestMessage = (problem: ManifestProblem): Message =>
  message('updates.refused', { problem: MANIFEST_PROBLEMS[problem] })

/** Says what a check found. */
export function decisionMessage({ kind }: UpdateDecision, version: string): Message {
  switch (kind) {
    case 'other-channel':
      return message('updates.refused', { problem: message('updates.otherChannel') })
    case 'replayed':
      return message('updates.refused', { problem: message('updates.replayed') })
    case 'expired':
      return message('updates.refused', { problem: message('updates.expired') })
    case 'current':
      return message('updates.current', { version })
    case 'not-rolled-out':
      return message('updates.notRolledOut', { version })
    case 'failed-before':
      return message('updates.failedBefore', { version })
    case 'too-old':
      return message('updates.tooOld', { version })
    case 'no-package':
      return message('updates.noPackage', { version })
    case 'newer':
      return message('updates.newer', { version })
  }
}

/**
 * Says why a file beside the program could not be written.
 * @param folder where it was to be
 */
export function diskMessage({ kind, message: reason }: FileError, folder: string): Message {
  if (kind === 'full') return message('updates.diskFull', { folder })
  if (kind === 'denied') return message('updates.diskDenied', { folder })
  return message('updates.diskFailed', { folder, reason })
}

/** Says why a request or a download ended. */
export function downloadMessage(problem: DownloadProblem, folder: string): Message {
  switch (problem.kind) {
    case 'network':
      return message('updates.network', { detail: problem.detail })
    case 'certificate':
      return message('updates.certificate')
    case 'too-slow':
      return message('updates.tooSlow')
    case 'cut':
      return message('updates.cut')
    case 'other-size':
      return message('updates.otherSize')
    case 'redirect':
      return message('updates.redirect')
    case 'wrong-hash':
      return message('updates.wrongHash')
    case 'status':
      return message('updates.status', { status: problem.status })
    case 'disk':
      return diskMessage(problem.error, folder)
    case 'canceled':
      return message('updates.canceled')
  }
}

/** Says why a verified download could not be made ready. */
export const prepareMessage = (problem: PrepareProblem, folder: string): Message =>
  problem.kind === 'not-a-program' ? message('updates.notAProgram') : diskMessage(problem, folder)
