// Brotli as a host would lay it beside a file for good: the highest quality, and blocks large enough for a whole module.
import { brotliCompressSync, constants } from "node:zlib";

export const brotli = (bytes) =>
  brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_LGBLOCK]: 22,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
