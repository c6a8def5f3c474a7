const project = (testEnvironment) => ({ displayName: testEnvironment, testEnvironment, testMatch: ["<rootDir>/*.jest.js"], transform: {} });
module.exports = { projects: [project("node"), project("jsdom")] };
