const { join } = require('node:path');

// The short names src/ uses (see src/tsconfig.json and vite.config.ts), in the form the tool reads.
module.exports = {
  resolve: {
    alias: {
      '@contracts': join(__dirname, 'supabase/contracts'),
      '@domain': join(__dirname, 'domain'),
      '@': join(__dirname, 'src'),
    },
  },
};
