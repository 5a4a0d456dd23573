/** The program that a client starts for the bridge, as it is on disk now. */
export interface BridgeProgram {
  /** The executable: of an AppImage its own file, not the mounted one. */
  readonly file: string
  /** Arguments before the switches: the folder of the application where it is not installed. */
  readonly args: readonly string[]
}

/** The file in the private folder; its path never changes, so that settings may name it. */
export const LAUNCHER_FILE = 'countersign-mcp'

/**
 * What the program is started with where it opens no window, for the bridge and for information
 * (`build/packaging/linux/countersign.sh`). There are no child processes and no pages, so that
 * there is nothing to isolate; Chromium refuses to start as root or without user namespaces
 * otherwise.
 */
export const WINDOWLESS_SWITCHES = ['--no-sandbox', '--no-zygote'] as const

/** The switches with which the program runs the bridge and nothing else. */
export const BRIDGE_SWITCHES = [...WINDOWLESS_SWITCHES, '--mcp-bridge'] as const

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`

/**
 * Returns the script that starts the bridge on systems with a POSIX shell. Variables by which other
 * programs configure their own Electron or Node are removed.
 * @param folder the private folder of the program, which the bridge reads
 */
export const launcherText = ({ file, args }: BridgeProgram, folder: string): string =>
  `#!/bin/sh
# Connects an assistant's program to Countersign, which writes this file again whenever it starts.
unset ELECTRON_RUN_AS_NODE NODE_OPTIONS
program=${quoted(file)}
if [ ! -x "$program" ]; then
  echo "countersign: Countersign is no longer at $program. Open it once, so that assistants find it." >&2
  exit 1
fi
if [ -z "$COUNTERSIGN_FOLDER" ]; then
  COUNTERSIGN_FOLDER=${quoted(folder)}
  export COUNTERSIGN_FOLDER
fi
exec "$program" ${[...args.map(quoted), ...BRIDGE_SWITCHES].join(' ')} "$@"
`

/** A command of a client's settings. */
export interface BridgeCommand {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/**
 * Returns the command that clients store. It stays valid when the program is updated, moved or
 * mounted elsewhere. On Windows it is the program itself: its installer keeps the path, and many
 * clients refuse to start scripts there.
 * @param launcher the path of the script
 */
export const bridgeCommand = (
  platform: string,
  program: BridgeProgram,
  { launcher, folder }: { readonly launcher: string; readonly folder: string },
): BridgeCommand =>
  platform === 'win32'
    ? {
        command: program.file,
        args: [...program.args, ...BRIDGE_SWITCHES],
        env: { COUNTERSIGN_FOLDER: folder },
      }
    : // By the shell's own path: a home folder may allow no programs.
      { command: '/bin/sh', args: [launcher], env: {} }
