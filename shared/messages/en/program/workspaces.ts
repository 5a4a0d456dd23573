/** Workspaces: why a change is refused, and the titles of the file dialogs. */
export const workspaces = {
  firstName: 'Main',
  unknown: 'This workspace does not exist any more.',
  nameTaken: ({ name }: { readonly name: string }) => `Another workspace is called “${name}”.`,
  tooMany: ({ max }: { readonly max: number }) => `There may be at most ${max} workspaces.`,
  tooManyWindows: ({ max }: { readonly max: number }) =>
    `A workspace may have at most ${max} windows beside the main window.`,
  currentStays: 'This workspace is open. Switch to another one first.',
  notSaved: 'The workspace could not be saved on this computer.',
  notAWorkspace: 'This file is not an exported workspace.',
  newerVersion: 'This workspace was exported by a newer version of Countersign.',
  damaged: 'This workspace file is damaged. Nothing was imported.',
  fileTooLarge: 'This file is too large for a workspace.',
  exportTitle: 'Export workspace',
  importTitle: 'Import workspace',
} as const
