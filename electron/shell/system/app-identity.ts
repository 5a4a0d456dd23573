import type { App } from 'electron'
import { appId } from '../../../package.json'

/**
 * Tells Windows which program this is: it shows no notification of a process whose name no shortcut
 * in the Start menu carries
 * (CONFIRM-17), and groups windows in the task bar by it. Call before the first window. A package's
 * installer gives its shortcut the
 * same `appId`; a program that is run without being packaged goes by its executable, which is what
 * a person would pin there.
 * Other systems know a program by other means (`desktopName`, the bundle) and have no such call.
 */
export function nameProgram(
  app: Pick<App, 'isPackaged' | 'setAppUserModelId'>,
  { platform, execPath }: Pick<NodeJS.Process, 'platform' | 'execPath'>,
): void {
  if (platform === 'win32') app.setAppUserModelId(app.isPackaged ? appId : execPath)
}
