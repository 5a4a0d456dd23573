import type { CredentialError } from '../../core/profiles/credentials.js'
import type { ProfileError } from '../../core/profiles/profile-error.js'
import { err } from '../../../shared/domain/result.js'
import { appError, type AppError } from '../../../shared/domain/app/app-error.js'
import type { Message } from '../../../shared/messages/message.js'
import { fileErrorMessage } from '../../core/file-error.js'

/** A failed operation, as a page receives it. */
interface Refused {
  readonly ok: false
  readonly error: AppError
}

export const refused = (reason: Message): Refused => err(appError('profile/refused', reason))

export const profileRefused = ({ message }: ProfileError): Refused => refused(message)

export const credentialsRefused = (error: CredentialError): Refused =>
  err(
    appError(
      'credentials/refused',
      error.kind === 'wrong-shape' ? error.description : fileErrorMessage(error),
    ),
  )
