import { app } from 'electron'
import { readPackageFormat } from '../../adapters/updates/package-format.js'
import type { UpdateBuild } from '../../app/updates/late-updates.js'
import type { InstalledProgram } from '../../app/updates/update-setup.js'
import { parseUpdateConfig } from '../../core/updates/update-config.js'
import { isTestRuntime } from './test-runtime.js'

/** What a build says of its updates. */
export interface UpdateBuildOptions {
  /** The content of `build/config/update-source.json`. */
  readonly config: unknown
  /** How a test's program pretends to be installed; absent in the product. */
  readonly installed?: Partial<InstalledProgram>
  /** PEM of a test's update source; absent in the product. */
  readonly authority?: string
}

/** Returns the updates of this build for the program as it is installed here. */
export const updateBuild = (options: UpdateBuildOptions): UpdateBuild => ({
  config: parseUpdateConfig(options.config),
  authority: options.authority ?? null,
  installed: {
    version: app.getVersion(),
    packaged: app.isPackaged,
    testRuntime: isTestRuntime(),
    format: readPackageFormat(process.resourcesPath),
    platform: process.platform,
    architecture: process.arch,
    executable: process.execPath,
    appImage: process.env['APPIMAGE'],
    ...options.installed,
  },
})
