import { LOCK_VERSION } from '../../core/lock/lock-file.js'
import { PROFILES_VERSION } from '../../core/profiles/profile-store.js'
import { CLIENT_SETUPS_VERSION } from '../assistants/clients/client-setups-file.js'
import { UPDATES_VERSION } from '../../core/updates/update-file.js'
import { WORKSPACE_FILE_VERSION } from '../../core/workspaces/stored-workspace.js'
import type { DocumentForm } from './stored-documents.js'

/**
 * The forms of the program's own documents, which every profile shares. Each version is the
 * writer's own constant.
 */
export const PROGRAM_FORMS = {
  profiles: { version: PROFILES_VERSION, ownerNotifies: true },
  lock: { version: LOCK_VERSION },
  workspaces: { version: WORKSPACE_FILE_VERSION, ownerNotifies: true },
  currentWorkspace: { version: WORKSPACE_FILE_VERSION },
  updates: { version: UPDATES_VERSION },
  clientSettings: { version: CLIENT_SETUPS_VERSION },
} as const satisfies Readonly<Record<string, DocumentForm>>
