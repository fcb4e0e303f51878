export const suggestMapping = (_: string[]): Record<string, string> => ({})
