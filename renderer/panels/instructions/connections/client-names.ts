import type { ClientId } from '../../../../shared/domain/instructions/client-setup.js'

/** The names of clients, which are the same in every language. */
export const CLIENT_NAMES: Readonly<Record<ClientId, string>> = {
  'claude-desktop': 'Claude Desktop',
  cursor: 'Cursor',
  vscode: 'VS Code',
  'gemini-cli': 'Gemini CLI',
  'codex-cli': 'Codex CLI',
  chatgpt: 'ChatGPT',
  goose: 'Goose',
  'lm-studio': 'LM Studio',
  'claude-code': 'Claude Code',
}
