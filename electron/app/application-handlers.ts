import type { ProfileSwitcher } from '../core/profiles/profile-switcher.js'
import type { Handlers } from '../handlers/handler.js'
import { createHandlers, type ShellServices } from '../handlers/handlers.js'
import { createInstitutionHandlers } from '../handlers/institution-handlers.js'
import { createInstructionHandlers } from '../handlers/instruction-handlers.js'
import { createProfileHandlers } from '../handlers/profile-handlers.js'
import { assistantOrders } from '../handlers/record-handlers.js'
import { createWorkspaceHandlers } from '../handlers/workspace-handlers.js'
import type { Dial } from '../adapters/dial.js'
import type { Assistants } from './assistants/assistants.js'
import type { Desktop } from './desktop.js'
import type { LateConsole } from './institution/late-institution.js'
import { servePractice } from './practice-services.js'
import { ProfileOperations } from './profiles/profile-operations.js'
import type { ResetServices } from '../handlers/desktop-handlers.js'
import type { ProfileSessionOpener } from './profiles/profile-opener.js'
import { EXTERNAL_LINKS, type createLinkOpener } from './security/external-links.js'
import type { SessionHolder } from './session/session-holder.js'
import { fileServices } from './settings/file-services.js'
import { guardedPreferences } from './settings/guarded-preferences.js'
import type { Stores } from './start/open-stores.js'
import type { SupportReport } from './support/support-report.js'
import type { ProgramRestart } from './start/program-restart.js'
import type { LateUpdates } from './updates/late-updates.js'
import type { Workspaces } from './workspaces/workspaces.js'

export interface ApplicationHandlersDeps {
  readonly options: {
    readonly desktop: Desktop
    readonly userData: string
    readonly practiceArgs: readonly string[]
    readonly dial: Dial | undefined
  }
  readonly stores: Stores
  readonly holder: SessionHolder
  readonly links: ReturnType<typeof createLinkOpener>
  readonly assistants: Assistants
  readonly opener: ProfileSessionOpener
  readonly profileSwitcher: ProfileSwitcher
  readonly institution: Pick<LateConsole, 'get'>
  readonly workspaces: Workspaces
  readonly programRestart: Pick<ProgramRestart, 'request' | 'cancel'>
  readonly updates: LateUpdates
  readonly support: Pick<SupportReport, 'save'>
  readonly reset: ResetServices
}

/** Joins the parts of the application to the operations that windows may call. */
export function applicationHandlers(deps: ApplicationHandlersDeps): Handlers {
  const { assistants, holder, options, opener, profileSwitcher, stores } = deps
  const { desktop, userData, dial } = options
  const { profiles, lock, log } = stores
  const profileOperations = new ProfileOperations({
    profiles,
    profileSwitcher,
    lock,
    opener,
    session: holder.get,
    userData,
    fileDialog: desktop.fileDialog,
    log,
    dial,
    write: (text) => desktop.language.write(text),
  })
  return createHandlers({
    session: holder.get,
    shell: shellServices(deps),
    profiles: createProfileHandlers(holder.get, profileSwitcher, lock, profileOperations),
    instructions: createInstructionHandlers(assistants.services),
    institution: createInstitutionHandlers(deps.institution.get),
    workspaces: createWorkspaceHandlers(deps.workspaces),
    assistantOrders: () => assistantOrders(assistants.services),
  })
}

function shellServices(deps: ApplicationHandlersDeps): ShellServices {
  const { assistants, holder, links, options, opener, profileSwitcher, stores } = deps
  const { desktop } = options
  const { preferences, lock, log } = stores
  return {
    info: desktop.info,
    openLink: (link) =>
      link === 'download-page' ? links.downloadPage() : links.link(EXTERNAL_LINKS[link]),
    openRuntimeLicences: (part) => desktop.openRuntimeLicences(part),
    openAddress: async (address) => {
      if (await links.publication(address)) return true
      // Of the session that is open now, whatever the window shows.
      const { environment } = await holder.get()
      return links.agreement(address, environment)
    },
    copyText: (text) => desktop.copyText(text),
    updates: deps.updates,
    ...fileServices(desktop, preferences, holder),
    restart: deps.programRestart,
    support: deps.support,
    reset: deps.reset,
    report: (message, source) =>
      log.event('error', 'page.error', { error: message, where: source }),
    practice: servePractice(options, opener, profileSwitcher, assistants),
    preferences: guardedPreferences(preferences, lock, desktop, log),
  }
}
