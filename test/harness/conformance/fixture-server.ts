import {
  ResourceTemplate,
  completable,
  type GetPromptResult,
  type McpServer,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import {
  createAssistantServer,
  type ServerParts,
} from '../../../electron/assistant/server/assistant-server.js'
import { PNG, registerFixtureTools } from './fixture-tools.js'

const user = (
  content: GetPromptResult['messages'][number]['content'],
): GetPromptResult['messages'][number] => ({ role: 'user', content })
const described = { title: 'Fixture', description: 'Fixture of the conformance runner.' }

function registerFixtureResources(server: McpServer): void {
  server.registerResource(
    'static-text',
    'test://static-text',
    { ...described, mimeType: 'text/plain' },
    () => ({
      contents: [
        {
          uri: 'test://static-text',
          mimeType: 'text/plain',
          text: 'This is the content of the static text resource.',
        },
      ],
    }),
  )
  server.registerResource(
    'static-binary',
    'test://static-binary',
    { ...described, mimeType: 'image/png' },
    () => ({ contents: [{ uri: 'test://static-binary', mimeType: 'image/png', blob: PNG }] }),
  )
  server.registerResource(
    'watched',
    'test://watched-resource',
    { ...described, mimeType: 'text/plain' },
    () => ({ contents: [{ uri: 'test://watched-resource', text: 'Watched.' }] }),
  )
  server.registerResource(
    'template',
    new ResourceTemplate('test://template/{id}/data', { list: undefined }),
    { ...described, mimeType: 'application/json' },
    (uri, { id }) => ({
      contents: [
        {
          uri: uri.href,
          mimeType: 'application/json',
          text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${String(id)}` }),
        },
      ],
    }),
  )
}

function registerFixturePrompts(server: McpServer): void {
  server.registerPrompt('test_simple_prompt', described, () => ({
    messages: [user({ type: 'text', text: 'This is a simple prompt for testing.' })],
  }))
  server.registerPrompt(
    'test_prompt_with_arguments',
    {
      ...described,
      argsSchema: z.object({
        arg1: completable(z.string(), (value) =>
          ['paris', 'park', 'party'].filter((city) => city.startsWith(value)),
        ),
        arg2: z.string(),
      }),
    },
    ({ arg1, arg2 }) => ({
      messages: [
        user({ type: 'text', text: `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'` }),
      ],
    }),
  )
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { ...described, argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri }) => ({
      messages: [
        user({
          type: 'resource',
          resource: {
            uri: resourceUri,
            mimeType: 'text/plain',
            text: 'Embedded resource content for testing.',
          },
        }),
        user({ type: 'text', text: 'Please process the embedded resource above.' }),
      ],
    }),
  )
  server.registerPrompt('test_prompt_with_image', described, () => ({
    messages: [
      user({ type: 'image', data: PNG, mimeType: 'image/png' }),
      user({ type: 'text', text: 'Please analyze the image above.' }),
    ],
  }))
}

/** Tools that the runner calls to change a list; the harness decides how it changes. */
const CHANGES = ['test_trigger_tool_change', 'test_trigger_prompt_change'] as const

/**
 * Creates the product's server with the fixtures of the official conformance runner added, over the
 * product's transports.
 */
export const createFixtureServer =
  (change: () => void) =>
  (parts: ServerParts): McpServer => {
    const server = createAssistantServer(parts)
    server.server.registerCapabilities({ logging: {} })
    registerFixtureTools(server)
    for (const name of CHANGES) {
      server.registerTool(
        name,
        { description: `Fixture ${name}.`, inputSchema: z.object({}) },
        () => {
          change()
          return { content: [] }
        },
      )
    }
    registerFixtureResources(server)
    registerFixturePrompts(server)
    return server
  }
