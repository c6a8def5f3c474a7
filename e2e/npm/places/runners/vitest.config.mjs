import { defineConfig } from "vitest/config";

const project = (environment) => ({ test: { name: environment, environment, include: ["*.vitest.mjs"] } });
export default defineConfig({ test: { projects: ["node", "jsdom", "happy-dom"].map(project) } });
