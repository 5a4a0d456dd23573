import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { z } from 'zod'
import { connectionSnippets, type SnippetParts } from '../../../electron/assistant/snippets.js'
import { ROOT } from '../../../build/lib/paths.mjs'

const zSnippet = z.object({
  mcpServers: z.object({
    countersign: z.object({
      command: z.string(),
      args: z.array(z.string()),
      env: z.record(z.string(), z.string()),
    }),
  }),
})

/** Runs the bridge from its source, on the Node that runs the tests. */
export const SOURCE_BRIDGE: SnippetParts['bridge'] = {
  command: process.execPath,
  args: [
    '--no-warnings',
    '--import',
    pathToFileURL(join(ROOT, 'node_modules', 'tsx', 'dist', 'esm', 'index.mjs')).href,
    join(ROOT, 'electron', 'assistant', 'bridge', 'bridge-main.ts'),
  ],
  env: {},
}

export interface BridgeClient {
  readonly client: Client
  readonly transport: StdioClientTransport
  /** Returns what the bridge wrote to stderr. */
  readonly stderr: () => string
}

/**
 * Connects the official MCP client, which starts the bridge with exactly the command that people
 * paste into their client's settings.
 */
export async function connectBridge(
  mode: 'auto' | 'legacy',
  folder: string,
  token: string,
  bridge = SOURCE_BRIDGE,
): Promise<BridgeClient> {
  const snippet = connectionSnippets({
    url: 'http://127.0.0.1:1/mcp',
    token,
    bridge: { ...bridge, env: { ...bridge.env, COUNTERSIGN_FOLDER: folder } },
    platform: 'linux',
  }).find(({ client }) => client === 'Claude Desktop')
  const { command, args, env } = zSnippet.parse(JSON.parse(snippet?.text ?? '')).mcpServers
    .countersign
  const transport = new StdioClientTransport({ command, args, env, stderr: 'pipe' })
  let stderrText = ''
  transport.stderr?.on('data', (chunk) => {
    stderrText += String(chunk)
  })
  const client = new Client(
    { name: 'program-client', version: '1.0.0' },
    { versionNegotiation: { mode } },
  )
  await client.connect(transport)
  return { client, transport, stderr: () => stderrText }
}
