import { message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'
import type { FileDamage } from './file-register.js'

/** Describes what happened to a file, for the person. */
export function damageMessage({ file, problem, aside }: FileDamage): Message {
  switch (problem) {
    case 'damaged':
      return aside === null
        ? message('storage.fileNotSetAside', { file })
        : message('storage.fileSetAside', { file, aside })
    case 'entries-lost':
      return message('storage.fileEntriesLost', { file, aside: aside ?? '' })
    case 'missing':
      return message('storage.fileMissing', { file })
    case 'cut':
      return message('storage.fileCut', { file })
    case 'newer':
      return message('storage.fileNewer', { file })
    case 'records':
      return message('storage.fileRecords', { file })
    case 'unreadable':
      return message('storage.fileUnreadable', { file })
  }
}
