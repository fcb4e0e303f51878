/** The only place of `web/` that asks what time it is; screens get it from the provider in `clock-provider.tsx`. */
export const nowIso = (): string => new Date().toISOString()
