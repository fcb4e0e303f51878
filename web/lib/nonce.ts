/** Returns the nonce that a content security policy allows; undefined without one. */
export const nonceIn = (policy: string | null): string | undefined =>
  /'nonce-([A-Za-z0-9+/=]+)'/.exec(policy ?? '')?.[1]
