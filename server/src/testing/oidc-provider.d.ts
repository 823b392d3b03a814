// As much of oidc-provider as the fixture uses; the package brings no types.
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  export type Grant = { addOIDCScope(scope: string): void; save(): Promise<string> }
  export type Context = {
    oidc: {
      client: { clientId: string }
      session: { accountId: string; grantIdFor(clientId: string): string | undefined }
      params: { scope?: string }
    }
  }
  export type InteractionResult = { login?: { accountId: string }; error?: string; error_description?: string }

  export class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>)
    Grant: new (facts: { clientId: string; accountId: string }) => Grant
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: InteractionResult,
      options: { mergeWithLastSubmission: boolean },
    ): Promise<void>
    on(event: string, listener: (...facts: unknown[]) => void): this
  }
}
