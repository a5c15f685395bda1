import CommandLineOptions
import Formats
import Imaging
import ImgtoolKit
import Metadata
import Posix
import TestSupport
import Testing

@testable import Build

@Suite("A project file")
struct ProjectTests {
  private static func project(_ make: String, more: String = "") -> String {
    """
    {
      "sets": [
        {
          "inputs": ["photos/*.jpg"],
          "to": "out",
          "make": [ \(make) ]
        }
      ]\(more)
    }
    """
  }

  @Test("asks for sets of outputs")
  func reads() throws {
    let project = try Project(
      Array(
        """
        // What the site needs
        {
          "$schema": "imgtool.schema.json",
          "sets": [
            { "inputs": ["photos/**/*.heic", "photos/**/*.jpg"], "exclude": "**/drafts/**", "to": "public/img",
              "make": [
                { "max": [320, "800x600"], "format": ["avif", "jpeg"], "under": "300kB", "step": 5,
                  "metadata": "color", "srgb": true, "name": "{path}/{stem}-{width}.{ext}" },
                { "format": "png", "quality": 70 }
              ] }
          ],
          "manifest": "public/img/manifest.json", "url": "/img/", "jobs": 3, "no-cache": true
        }
        """.utf8))
    let set = try #require(project.sets.first)
    #expect(set.inputs.map(\.text) == ["photos/**/*.heic", "photos/**/*.jpg"])
    #expect(set.excluded.map(\.text) == ["**/drafts/**"])
    #expect(set.folder == "public/img")
    #expect(set.make[0].maxima == [.longEdge(320), .box(width: 800, height: 600)])
    #expect(set.make[0].formats == [.fixed(.avif), .fixed(.jpeg)])
    #expect(set.make[0].budget.limit?.bytes == 300_000 && set.make[0].budget.step == 5)
    #expect(set.make[0].pixels.metadata == .color && set.make[0].pixels.convertsToSRGB)
    #expect(try set.make[0].recipes(in: "out").count == 4)
    #expect(set.make[1].pixels.quality == 70)
    #expect(project.manifest == "public/img/manifest.json" && project.prefix == "/img/")
    #expect(project.running.common.run.jobs == 3 && project.running.common.cache.isOff)
  }

  @Test("a quality under a number of bytes is where the search for one that fits begins")
  func qualityUnderBudget() throws {
    let project = try Project(
      Array(Self.project("{ \"quality\": 75, \"under\": \"300kB\" }").utf8))
    let recipe = try #require(project.sets.first?.make.first?.recipes(in: "out").first).recipe
    #expect(recipe.budget?.bytes == 300_000)
    #expect(recipe.budget?.qualities(upTo: nil) == [75, 65, 55, 45, 35, 25, 15])
  }

  @Test(
    "is refused in one line that says where and how it is right",
    arguments: [
      ("[]", "1:1: a project is an object in braces, not a list"),
      ("{}", "1:1: a project needs the key 'sets'"),
      ("{\"sets\": []}", "1:10: 'sets' is empty"),
      ("{\"sets\": {}}", "1:10: 'sets' is a list in brackets, not an object"),
      ("{\"sets\": [3]}", "1:11: a set is an object in braces, not 3"),
      ("{\"sets\": [{}]}", "1:11: a set needs the key 'inputs'"),
      ("{\"set\": []}", "1:2: a project has no key 'set'; did you mean 'sets'?"),
      ("{\"max\": 3}", "1:2: a project has no key 'max'; it is one of those of a 'make' of a set"),
      ("{\"inputs\": 3}", "1:2: a project has no key 'inputs'; it is one of those of a set"),
      (
        "{\"jobs\": 0}",
        "1:10: '0' is no value of 'jobs': a whole number from 1 to 1024 is expected"
      ),
      (
        "{\"jobs\": 2.5}",
        "1:10: '2.5' is no value of 'jobs': a whole number from 1 to 1024 is expected"
      ),
      ("{\"jobs\": true}", "1:10: 'jobs' can't be true: a whole number from 1 to 1024 is expected"),
      ("{\"isolate\": 1}", "1:13: 'isolate' is true or false, not 1"),
      ("{\"isolate\": \"yes\"}", "1:13: 'isolate' is true or false, not a text"),
      (
        "{\"memory\": \"lots\"}",
        "1:12: 'lots' is no value of 'memory': a size above zero such as 750000, 500kB, 1.5MB or 2MiB is expected"
      ),
      (
        "{\"timeout\": -1}",
        "1:13: '-1' is no value of 'timeout': a number of seconds above zero is expected"
      ),
      ("{\"manifest\": 3}", "1:14: 'manifest' is a text, not 3"),
      ("{\"manifest\": \"\"}", "1:14: 'manifest' names nothing"),
      ("{\"url\": null}", "1:9: 'url' is a text, not null"),
      ("{\"sets\": [{\"inputs\": []}]}", "1:22: 'inputs' is empty"),
      ("{\"sets\": [{\"inputs\": [1]}]}", "1:23: 'inputs' is a text, not 1"),
      ("{\"sets\": [{\"inputs\": \"a[\"}]}", "1:22: the pattern 'a[' is wrong: a '[' has no ']'"),
      (
        "{\"sets\": [{\"inputs\": \"a/\"}]}",
        "1:22: the pattern 'a/' is wrong: it names a folder; 'a/*' are its files"
      ),
      ("{\"sets\": [{\"exclude\": \"{a\"}]}", "1:23: the pattern '{a' is wrong: a '{' has no '}'"),
      ("{\"sets\": [{\"inputs\": \"a\", \"to\": \"\"}]}", "1:33: 'to' names nothing"),
      ("{\"sets\": [{\"inputs\": \"a\", \"make\": [{}]}]}", "1:11: a set needs the key 'to'"),
      ("{\"sets\": [{\"inputs\": \"a\", \"to\": \"b\"}]}", "1:11: a set needs the key 'make'"),
      (
        "{\"sets\": [{\"exlude\": \"a\"}]}",
        "1:12: a set has no key 'exlude'; did you mean 'exclude'?"
      ),
      (
        "{\"sets\": [{\"quality\": 3}]}",
        "1:12: a set has no key 'quality'; it is one of those of a 'make'"
      ),
      (
        "{\"sets\": [{\"jobs\": 3}]}",
        "1:12: a set has no key 'jobs'; it is one of those of the project, outside its sets"
      ),
    ])
  func refuses(text: String, message: String) {
    let error = errorThrown(ProjectError.self) { try Project(Array(text.utf8)) }
    #expect(error?.text(in: "p.json").description == "p.json:\(message)")
  }

  @Test(
    "is refused for what a set would make",
    arguments: [
      ("{ \"qualty\": 80 }", "6:19: a 'make' has no key 'qualty'; did you mean 'quality'?"),
      (
        "{ \"xyzzy\": 1 }",
        "6:19: a 'make' has no key 'xyzzy'; known are max, format, name, under, step, min-quality, keep-size, quality, metadata, srgb, background, hdr, tone-map, score, min-score"
      ),
      (
        "{ \"jobs\": 1 }",
        "6:19: a 'make' has no key 'jobs'; it is one of those of the project, outside its sets"
      ),
      (
        "{ \"quality\": 101 }",
        "6:30: '101' is no value of 'quality': a whole number from 1 to 100 is expected"
      ),
      (
        "{ \"quality\": \"high\" }",
        "6:30: 'high' is no value of 'quality': a whole number from 1 to 100 is expected"
      ),
      (
        "{ \"quality\": [80] }",
        "6:30: 'quality' can't be a list: a whole number from 1 to 100 is expected"
      ),
      (
        "{ \"quality\": {} }",
        "6:30: 'quality' can't be an object: a whole number from 1 to 100 is expected"
      ),
      ("{ \"max\": [] }", "6:26: 'max' needs at least one value"),
      ("{ \"max\": [[1]] }", "6:27: a value of 'max' is a text or a number, not a list"),
      (
        "{ \"max\": 0 }",
        "6:26: '0' is no value of 'max': a number of pixels such as 1920, a box such as 800x600, or a list such as 320,960, is expected"
      ),
      (
        "{ \"max\": \"wide\" }",
        "6:26: 'wide' is no value of 'max': a number of pixels such as 1920, a box such as 800x600, or a list such as 320,960, is expected"
      ),
      (
        "{ \"format\": \"gif\" }",
        "6:29: 'gif' is no value of 'format': one of auto, keep, jpeg, png, webp, heic, avif is expected"
      ),
      (
        "{ \"format\": [\"jpeg\", \"jpegg\"] }",
        "6:29: 'jpeg,jpegg' is no value of 'format': one of auto, keep, jpeg, png, webp, heic, avif is expected"
      ),
      (
        "{ \"metadata\": \"some\" }",
        "6:31: 'some' is no value of 'metadata'. Please provide one of 'all', 'safe', 'color' or 'none'."
      ),
      (
        "{ \"metadata\": null }",
        "6:31: 'metadata' can't be null. Please provide one of 'all', 'safe', 'color' or 'none'."
      ),
      ("{ \"srgb\": \"true\" }", "6:27: 'srgb' is true or false, not a text"),
      ("{ \"background\": \"bluish\" }", "6:33: 'bluish' is no value of 'background'"),
      (
        "{ \"under\": \"big\" }",
        "6:28: 'big' is no value of 'under': a size above zero such as 750000, 500kB, 1.5MB or 2MiB is expected"
      ),
      ("{ \"step\": 5 }", "6:17: 'step', 'min-quality' and 'keep-size' need 'under'"),
      (
        "{ \"under\": 5000, \"quality\": 40, \"min-quality\": 60 }",
        "6:17: 'quality' is below 'min-quality', which is 60"
      ),
      (
        "{ \"name\": \"{stm}\" }",
        "6:17: The value '{stm}' is invalid for '--name <template>': there is no field {stm}; did you mean {stem}?"
      ),
      (
        "{ \"name\": \"../{stem}\" }",
        "6:17: The value '../{stem}' is invalid for '--name <template>': it must name a file below the folder"
      ),
      (
        "{ \"name\": \"{stem}-{max}\" }",
        "6:17: The value '{stem}-{max}' is invalid for '--name <template>': there is no field {max}"
      ),
      (
        "{ \"min-score\": 101 }",
        "6:32: '101' is no value of 'min-score': a number from 0 to 100 is expected"
      ),
    ])
  func refusesMake(make: String, message: String) {
    let error = errorThrown(ProjectError.self) { try Project(Array(Self.project(make).utf8)) }
    let text = error?.text(in: "p.json").description ?? ""
    #expect(text.hasPrefix("p.json:\(message)"), "\(text)")
    #expect(!text.contains("\n"))
  }

  @Test("has a schema that knows the keys that are read, and what values they take")
  func schema() throws {
    let text = String(decoding: Project.schema.encoded, as: UTF8.self)
    for key in [
      "sets", "manifest", "url", "jobs", "inputs", "exclude", "to", "make", "max", "min-score",
    ] {
      #expect(text.contains("\"\(key)\": {"), "\(key)")
    }
    #expect(text.contains("\"required\": [\"sets\"]"))
    #expect(text.contains("\"required\": [\"inputs\", \"to\", \"make\"]"))
    #expect(text.contains("\"enum\": [\"all\", \"safe\", \"color\", \"none\"]"))
  }
}
