/** The only place in `web/` that reads the clock; screens use the provider in `clock-provider.tsx`. */
export const nowIso = (): string => new Date().toISOString()
