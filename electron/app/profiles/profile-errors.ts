import type { FileError } from '../../core/ports.js'
import type { CredentialError } from '../../core/profiles/credentials.js'
import type { ProfileError } from '../../core/profiles/profile-error.js'
import { err, type Result } from '../../../shared/domain/result.js'
import { appError, type AppError } from '../../../shared/domain/app/app-error.js'

/** The outcome of a profile operation of a page. */
export type Answer<T> = Promise<Result<T, AppError>>

/** A failed operation, as a page receives it. */
interface Refused {
  readonly ok: false
  readonly error: AppError
}

export const refused = (message: string): Refused => err(appError('profile/refused', message))

export const profileRefused = ({ message }: ProfileError): Refused => refused(message)

export const credentialsRefused = ({ message }: CredentialError | FileError): Refused =>
  err(appError('credentials/refused', message))

export const storageFailed = (message: string): Refused => err(appError('storage/failed', message))
