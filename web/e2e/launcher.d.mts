interface Portal {
  /** Without a trailing slash. */
  url: string;
  /** What it has said so far. */
  said(): string;
  stop(): Promise<void>;
}

/** An empty data directory. */
export function makeDataDir(): Promise<string>;
export function removeDataDir(dataDir: string): Promise<void>;
/** Resolves when the portal answers. */
export function startPortal(dataDir: string, settings?: Record<string, string>): Promise<Portal>;
/** One for others than whoever tries it, with the decisions that production asks for; its mail is kept in a folder. */
export function startInProduction(dataDir: string): Promise<Portal>;
