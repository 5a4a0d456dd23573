import type { App } from 'electron'
import { appId } from '../../../package.json'

/**
 * Sets the application id on Windows, which shows notifications only for an id that a Start menu
 * shortcut carries (CONFIRM-17), and groups windows in the task bar by it. Call before the first
 * window. The installer gives its shortcut the same `appId`; an unpackaged program uses its
 * executable's path. Other systems identify a program by other means (`desktopName`, the bundle)
 * and have no such call.
 */
export function nameProgram(
  app: Pick<App, 'isPackaged' | 'setAppUserModelId'>,
  { platform, execPath }: Pick<NodeJS.Process, 'platform' | 'execPath'>,
): void {
  if (platform === 'win32') app.setAppUserModelId(app.isPackaged ? appId : execPath)
}
