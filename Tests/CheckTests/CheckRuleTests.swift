@testable internal import Check
