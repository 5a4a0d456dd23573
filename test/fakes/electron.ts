/**
 * Replaces `import … from 'electron'` on plain Node by nothing. A unit test that needs a part of
 * Electron supplies it through `vi.mock('electron', …)`.
 */
export default {}
